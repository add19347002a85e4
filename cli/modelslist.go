package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"haltscribe/models"
	"haltscribe/models/fetch"
)

type listCmd struct {
	JSON bool `name:"json" help:"Print JSON, one array."`
}

// listedModel is a model in the JSON of the list.
type listedModel struct {
	Name       string         `json:"name"`
	Title      string         `json:"title"`
	About      string         `json:"about"`
	State      models.State   `json:"state"`
	Folder     *string        `json:"folder"`
	Cache      *string        `json:"cache"` // of which program it is used
	Bytes      *int64         `json:"bytes"`
	BytesThere int64          `json:"bytes_there"`
	Memory     *int64         `json:"memory_bytes"`
	Languages  []string       `json:"languages"`
	Licence    string         `json:"licence"`
	Pinned     bool           `json:"pinned"`
	Tried      bool           `json:"tried"`
	Own        bool           `json:"own"`
	Problem    *string        `json:"problem"`
	Trials     []models.Trial `json:"trials"` // what trials on this machine showed, the newest first
}

// known is nil for the zero value, which is null in JSON.
func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func (c listCmd) run(std streams) int {
	items, err := home().List()
	if err != nil {
		return std.fail(err)
	}
	if c.JSON {
		listed := make([]listedModel, 0, len(items))
		for _, i := range items {
			languages := i.Languages
			if languages == nil {
				languages = []string{}
			}
			trials := i.Trials
			if trials == nil {
				trials = []models.Trial{}
			}
			listed = append(listed, listedModel{
				i.Name, i.Title, i.About, i.State, known(i.Folder), known(i.Of), known(i.Bytes), i.Have, known(i.Memory),
				languages, i.Licence, i.Pinned, i.Tried, i.Own, known(i.Problem), trials,
			})
		}
		return printJSON(std, listed)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSTATE\tSIZE\tMEMORY\tLANGUAGES\tLICENCE\tTRIED\tSPEED HERE")
	for _, i := range items {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			i.Name, stateWord(i), sizeWord(i.Bytes), sizeWord(i.Memory), languagesWord(i.Languages), orDash(i.Licence), triedWord(i),
			trialWord(i.Trials))
	}
	if err := w.Flush(); err != nil {
		return std.fail(fmt.Errorf("writing the list: %w", err))
	}
	for _, i := range items {
		if i.Problem != "" {
			fmt.Fprintln(std.err, "haltscribe: "+i.Problem)
		}
	}
	return exitOK
}

func printJSON(std streams, v any) int {
	line, err := json.Marshal(v)
	if err != nil {
		return std.fail(fmt.Errorf("encoding the answer: %w", err))
	}
	fmt.Fprintf(std.out, "%s\n", line)
	return exitOK
}

func stateWord(i models.Item) string {
	switch {
	case i.Problem != "":
		return "unusable"
	case i.State == models.Begun && i.Bytes > 0:
		return fmt.Sprintf("begun, %d %%", i.Have*100/i.Bytes)
	case i.State == models.Begun:
		return "begun, " + fetch.Size(i.Have)
	case i.State == models.Cached:
		return "in " + i.Of
	}
	return string(i.State)
}

func sizeWord(n int64) string {
	if n == 0 {
		return "?"
	}
	return fetch.Size(n)
}

func languagesWord(names []string) string {
	switch len(names) {
	case 0:
		return "?"
	case 1:
		return names[0]
	}
	return fmt.Sprint(len(names))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func triedWord(i models.Item) string {
	switch {
	case i.Own:
		return "-"
	case i.Tried:
		return "yes"
	}
	return "no"
}
