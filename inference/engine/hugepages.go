package engine

import "strings"

// glibc reads its tunables from this variable when a program starts, and only then.
const tunables = "GLIBC_TUNABLES"

// withHugePages asks glibc's malloc to take large pages (2 MiB in place of 4 KiB) where
// Linux gives them on request. What an encode writes and the keys and values of 8
// pieces, 1.4 GB, are then a few hundred pages (docs/benchmarks.md has what that saves).
// Other C libraries and systems know no such variable. A choice of the user's stays.
func withHugePages(env []string) []string {
	const choice = "glibc.malloc.hugetlb"
	value := choice + "=1"
	for _, e := range env {
		said, ok := strings.CutPrefix(e, tunables+"=")
		if ok && strings.Contains(said, choice) {
			return env
		}
		if ok && said != "" {
			value = said + ":" + choice + "=1"
		}
	}
	return append(env, tunables+"="+value)
}
