package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

type devicesCmd struct {
	Library       string `placeholder:"DIR" help:"Folder of another llama.cpp with libmtmd."`
	AllowUntested bool   `help:"Accept a llama.cpp version that Haltscribe was not tested with."`
	JSON          bool   `help:"Print JSON."`
	Verbose       bool   `help:"Show the log of ggml too."`
}

func (c devicesCmd) run(std streams) int {
	client := engine.NewClient(engine.Config{Verbose: c.Verbose, Log: logWriter(c.Verbose)})
	defer client.Close()
	folder, untested := remember(std, false).library(c.Library, c.AllowUntested)
	inventory, err := client.Inventory(context.Background(), folder, untested)
	if err != nil {
		return std.fail(err)
	}
	code := exitOK
	if !inventory.Library.Usable {
		code = std.fail(fmt.Errorf("%s", *inventory.Library.WhyNot))
	}
	if c.JSON {
		if err := json.NewEncoder(std.out).Encode(inventory); err != nil {
			return std.fail(err)
		}
		return code
	}
	if code == exitOK {
		printInventory(std, inventory)
	}
	return code
}

func printInventory(std streams, i inference.Inventory) {
	fmt.Fprintf(std.out, "llama.cpp %s (ggml %s) in %s\n", i.Library.Version, i.Library.Commit, i.Library.Path)
	if !i.Library.ChunkFunctions {
		fmt.Fprintf(std.out, "It lacks %s: Cancel is not seen between encoding and decoding.\n",
			strings.Join(i.Library.MissingFunctions, ", "))
	}
	table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nDEVICE\tBACK END\tMEMORY\tNAME")
	for _, d := range i.Devices {
		name, memory := d.Name, fmt.Sprintf("%d MiB", d.MemoryMiB)
		if !d.Available {
			name, memory = "not available: "+*d.WhyNot, "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", d.Device, d.Backend, memory, name)
	}
	_ = table.Flush()
}
