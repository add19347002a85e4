package engine

import (
	"slices"
	"testing"
)

func TestHugePages(t *testing.T) {
	for _, c := range []struct {
		name      string
		env, want []string
	}{
		{"nothing chosen", []string{"A=1"}, []string{"A=1", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}},
		{"an empty choice", []string{"GLIBC_TUNABLES="}, []string{"GLIBC_TUNABLES=", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}},
		{
			"another tunable stays",
			[]string{"GLIBC_TUNABLES=glibc.malloc.arena_max=2"},
			[]string{"GLIBC_TUNABLES=glibc.malloc.arena_max=2", "GLIBC_TUNABLES=glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1"},
		},
		{"the user's choice stays", []string{"GLIBC_TUNABLES=glibc.malloc.hugetlb=0"}, []string{"GLIBC_TUNABLES=glibc.malloc.hugetlb=0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := withHugePages(c.env); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
