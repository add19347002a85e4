// Package cli is the command line: transcribe, watch, devices, bench, models and their help.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"haltscribe/inference"
)

// The exit codes.
const (
	exitOK        = 0
	exitFailed    = 1 // every input, or the command itself
	exitUsage     = 2
	exitSome      = 3 // some inputs failed
	exitCancelled = 130
)

// commands is what kong makes the command line of.
type commands struct {
	Version    kong.VersionFlag `help:"Print the version."`
	Transcribe transcribeCmd    `cmd:"" help:"Transcribe recordings."`
	Watch      watchCmd         `cmd:"" help:"Transcribe the recordings of a folder, and those that arrive there."`
	Devices    devicesCmd       `cmd:"" help:"List the llama.cpp library in use and the devices it can run on."`
	Bench      benchCmd         `cmd:"" help:"Compare what the cancel hook costs on each device."`
	Models     modelsCmd        `cmd:"" help:"List, fetch, try, check and remove models."`
	Help       helpCmd          `cmd:"" help:"Show the help of a command."`
}

type helpCmd struct {
	Command string `arg:"" optional:"" help:"Command to explain."`
}

const description = `Haltscribe transcribes recordings on this machine and stops at once when told to.

Without a command it opens its window, with the FILEs named in the queue.`

// Wants reports whether arguments are for the command line, not for the window.
func Wants(args []string) bool {
	return len(args) > 0 && slices.Contains(
		[]string{"transcribe", "watch", "devices", "bench", "models", "help", "--help", "-h", "--version"}, args[0])
}

// streams are where the command line writes: results to out, all else to err.
type streams struct {
	out, err io.Writer
}

// exit is how kong asks to end after --help and --version.
type exit int

// Program is what the command line is told of the program that it is of.
type Program struct {
	Version string
	Sample  func() (path string, err error) // puts the sample recording in place
}

// Run runs a command and returns the exit code.
func Run(args []string, program Program) (code int) {
	std := streams{os.Stdout, os.Stderr}
	defer func() {
		if e, ok := recover().(exit); ok {
			code = int(e)
		}
	}()
	var c commands
	parser, err := kong.New(
		&c, kong.Name("haltscribe"), kong.Description(description),
		kong.Vars{
			"version": "haltscribe " + program.Version,
			"hook":    string(inference.DefaultHook),
			"target":  strconv.Itoa(inference.DefaultTargetMS),
			"budget":  strconv.Itoa(inference.DefaultBudget),
		},
		kong.Writers(std.out, std.err), kong.Exit(func(n int) { panic(exit(n)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		return std.fail(err)
	}
	context, err := parser.Parse(args)
	if err != nil {
		return std.wrongUse(commandOf(err), err)
	}
	switch context.Selected().FullPath() {
	case "haltscribe transcribe":
		return c.Transcribe.run(std)
	case "haltscribe watch":
		return c.Watch.run(std)
	case "haltscribe devices":
		return c.Devices.run(std)
	case "haltscribe bench":
		return c.Bench.run(std, program.Sample)
	case "haltscribe models synth":
		return c.Models.Synth.run(std)
	case "haltscribe models list":
		return c.Models.List.run(std)
	case "haltscribe models pull":
		c.Models.Pull.agent = "haltscribe/" + program.Version
		return c.Models.Pull.run(std)
	case "haltscribe models try":
		return c.Models.Try.run(std, program.Sample)
	case "haltscribe models verify":
		return c.Models.Verify.run(std)
	case "haltscribe models remove":
		return c.Models.Remove.run(std)
	case "haltscribe models path":
		return c.Models.Path.run(std)
	default:
		help := []string{"--help"}
		if c.Help.Command != "" {
			help = []string{c.Help.Command, "--help"}
		}
		if _, err := parser.Parse(help); err != nil {
			return std.wrongUse("", err)
		}
		return exitOK
	}
}

// fail says why the whole command did not work.
func (s streams) fail(err error) int {
	fmt.Fprintf(s.err, "haltscribe: %v\n", err)
	return exitFailed
}

// wrongUse says what is wrong with the arguments of a command ("" before there is
// one), and where to read on.
func (s streams) wrongUse(command string, err error) int {
	fmt.Fprintf(s.err, "haltscribe: %v\n", err)
	fmt.Fprintf(s.err, "haltscribe: see haltscribe %s\n", strings.TrimSpace(command+" --help"))
	return exitUsage
}

// commandOf is the command that kong was reading when it failed.
func commandOf(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		if node := parse.Context.Selected(); node != nil {
			return strings.TrimPrefix(node.FullPath(), "haltscribe ")
		}
	}
	return ""
}

// file says something of one input.
func (s streams) file(name, sentence string) {
	fmt.Fprintf(s.err, "haltscribe: %s: %s\n", name, sentence)
}
