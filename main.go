// Haltscribe transcribes recordings locally and stops at once when told to.
package main

import (
	"os"

	"haltscribe/cli"
	"haltscribe/inference/engine"
	_ "haltscribe/locale" // before Fyne looks at it
)

// version is set by the linker.
var version = "development"

func main() {
	args := os.Args[1:]
	switch {
	case len(args) > 0 && args[0] == "engine":
		os.Exit(engine.Main(args[1:]))
	case cli.Wants(args):
		os.Exit(cli.Run(args, cli.Program{Version: version, Sample: samplePath}))
	default:
		os.Exit(window(args))
	}
}
