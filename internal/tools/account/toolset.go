package account

import (
	"context"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
)

type toolsetIn struct {
	Toolset string `json:"toolset" jsonschema:"gear, say"`
}

type toolsetOut struct {
	Toolset string          `json:"toolset"`
	Tools   []toolView      `json:"tools"`
	Listed  bool            `json:"listed"`
	Words   []i18n.Sentence `json:"words"`
}

// toolView is a tool that a caller was not offered before.
type toolView struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// InputSchema is JSON Schema as text, for callers whose list cannot change.
	InputSchema string `json:"input_schema,omitempty"`
}

func toolsetRow() tools.Row {
	return tools.New(tools.Spec{
		Name: "use_toolset", Title: "Offer more tools", Toolset: toolset, Default: true, Idempotent: true, Widens: true,
		Description: "Offers the other tools of a toolset for the rest of the session, within what the configuration allows: " +
			"gear (bike and shoe mileage, maintenance reminders of components), race time predictions, routes, entries of wellness (log, " +
			"record or update weight, sleep), notes on an activity, thresholds by sport, the workout library, custom items, exports.",
	}, func(_ context.Context, c *tools.Call, in toolsetIn) (*toolsetOut, error) {
		wide, set, err := c.Table.Widened(in.Toolset)
		if err != nil {
			return nil, err
		}
		out := &toolsetOut{Toolset: set.Name, Tools: []toolView{}, Words: []i18n.Sentence{}}
		if len(set.More) == 0 {
			out.Listed = true
			out.Words = append(out.Words, i18n.Sentencef("All tools of %s that the configuration allows are offered already.", set.Name))
			return out, nil
		}
		if c.Widen != nil {
			if out.Listed, err = c.Widen(set.Name); err != nil {
				return nil, err
			}
		}
		for _, name := range set.More {
			r, _ := wide.Lookup(name)
			l := wide.Listing(r)
			first, _, _ := strings.Cut(l.Description, ". ")
			v := toolView{Name: name, Description: strings.TrimSuffix(first, ".") + "."}
			if !out.Listed {
				v.Description, v.InputSchema = l.Description, string(l.InputSchema)
			}
			out.Tools = append(out.Tools, v)
		}
		out.Words = append(out.Words, how(out.Listed, set.Name))
		return out, nil
	})
}

// how says how the tools of a toolset are called from now on.
func how(listed bool, toolset string) i18n.Sentence {
	start := i18n.Sentencef("whoever runs Lapkeep can start it with --toolsets default,%s.", toolset)
	if listed {
		return i18n.Sentencef("The list of tools has them now. If the client does not read it again, %s", start)
	}
	return i18n.Sentencef("The list of tools cannot change within this connection. A call by name is answered; if the client does "+
		"not let it through, %s", start)
}
