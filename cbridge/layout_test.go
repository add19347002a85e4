package cbridge

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// libraryOfLayout compiles a library that says it is a tested version and has all
// functions, but whose llama_model_params has so many bytes, all of them written.
// Whatever else is called of it ends the process.
func libraryOfLayout(t *testing.T, size int) string {
	t.Helper()
	symbols, err := os.ReadFile("symbols.hpp")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	fmt.Fprintf(&code, `
#include <stdlib.h>
#include <string.h>
const char *llama_version(void) { return "0.4.9"; }
typedef struct { unsigned char bytes[%d]; } params;
params llama_model_default_params(void) { params p; memset(&p, 1, sizeof p); return p; }
`, size)
	for _, m := range regexp.MustCompile(`X\((\w+)\)`).FindAllStringSubmatch(string(symbols), -1) {
		if m[1] != "llama_version" && m[1] != "llama_model_default_params" {
			fmt.Fprintf(&code, "void %s(void) { abort(); }\n", m[1])
		}
	}
	// These are asked for what the library is before the layout is looked at.
	source := strings.NewReplacer(
		"void ggml_commit(void) { abort(); }", `const char *ggml_commit(void) { return "abc"; }`,
		"void ggml_version(void) { abort(); }", `const char *ggml_version(void) { return "0.1.0"; }`,
	).Replace(code.String())
	folder := t.TempDir()
	file := filepath.Join(folder, "fake.c")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "cc"
	}
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", filepath.Join(folder, MTMDFileName()), file).CombinedOutput()
	if err != nil {
		t.Fatalf("compiling the library: %v\n%s", err, out)
	}
	return folder
}

func TestAnotherLayoutIsRefused(t *testing.T) {
	refusal := func(size int) string {
		_, err := Open(libraryOfLayout(t, size), OpenOptions{})
		if err == nil {
			t.Fatalf("a struct of %d bytes was accepted", size)
		}
		if !strings.Contains(err.Error(), "version 0.4.9") || !strings.Contains(err.Error(), "llama_model_params") {
			t.Errorf("the refusal %q names neither version nor struct", err)
		}
		return err.Error()
	}
	larger := refusal(1000)
	m := regexp.MustCompile(`llama_model_params has 1000 bytes in the library and (\d+) in the headers`).FindStringSubmatch(larger)
	if m == nil {
		t.Fatalf("larger: %q", larger)
	}
	var size int
	if _, err := fmt.Sscan(m[1], &size); err != nil {
		t.Fatal(err)
	}
	if smaller := refusal(size - 8); !strings.Contains(smaller, fmt.Sprintf("has %d bytes", size-8)) {
		t.Errorf("smaller: %q", smaller)
	}
	// The right size, but the fields can't be where the headers have them.
	if other := refusal(size); !strings.Contains(other, "another order") {
		t.Errorf("other fields: %q", other)
	}
}
