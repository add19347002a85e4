package engine

import (
	"os/exec"

	"haltscribe/behind"
)

// startBehind starts a process that runs behind others: it inherits the niceness of
// the thread that starts it, and has it before its own first thread.
func startBehind(cmd *exec.Cmd) (err error) {
	behind.Do(func() { err = cmd.Start() })
	return err
}
