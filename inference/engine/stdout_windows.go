package engine

import "os"

// claimStdout is standard output as it is: llama.cpp's DLLs print to standard error.
func claimStdout() (*os.File, error) { return os.Stdout, nil }
