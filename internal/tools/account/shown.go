package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// services returns the athlete's connections in the form that the caller may see.
func (d Deps) services(c *tools.Call) Connections {
	all := d.Connections(c.Scope.Athlete)
	if c.Scope.Audience == training.AudienceModel {
		return shown{all}
	}
	return all
}

// shown wraps the connections for assistants. Of the changes to activities that a service rejected,
// it shows only the number, because some of the activities may be hidden from assistants.
type shown struct{ Connections }

func (s shown) Views(ctx context.Context, now time.Time) ([]servicevalues.ConnectedView, error) {
	all, err := s.Connections.Views(ctx, now)
	for i := range all {
		all[i] = unnamed(all[i])
	}
	return all, err
}

func (s shown) View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error) {
	v, err := s.Connections.View(ctx, name, now)
	return unnamed(v), err
}

func unnamed(v servicevalues.ConnectedView) servicevalues.ConnectedView {
	if v.Outbox == nil {
		return v
	}
	box := *v.Outbox
	box.Failures = slices.DeleteFunc(slices.Clone(box.Failures), func(line i18n.Sentence) bool {
		what := strings.Fields(line.String()) // has the form "update activity ID: why"
		return len(what) > 1 && (what[1] == "activity" || what[1] == "message")
	})
	v.Outbox = &box
	return v
}

type noArguments struct{}

func statusRow(d Deps) tools.Row {
	// About the coach's texts; kept, because there may be years of logs.
	told := cache.Cache[training.Scope, []i18n.Sentence]{On: memory.OnTexts()}
	return tools.New(tools.Spec{
		Name: "get_status", Title: "Status", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Status of connected services and their sync, data coverage (sports, first and latest date), latest imports, " +
			"athletes, server version and folder, and what is missing for better answers. A good first call.",
	}, func(ctx context.Context, c *tools.Call, _ noArguments) (*athlete.StatusView, error) {
		v, err := athlete.Status(ctx, d.Store, c.Scope, c.Frame(), d.Installation)
		if err != nil {
			return v, err
		}
		wanted, err := athlete.ReadGoal(ctx, d.Store, c.Scope, c.Frame())
		if err != nil {
			return v, err
		}
		v.Goals = wanted.Line()
		if c.Named != "" {
			v.Homes(c.Named, c.Among)
		}
		conflicts, err := told.Get(ctx, d.Store, c.Scope, func() ([]i18n.Sentence, error) { return memory.Conflicts(ctx, d.Store, c.Scope) })
		if err != nil {
			return v, err
		}
		v.Words = append(v.Words, conflicts...)
		for _, set := range c.Table.More() {
			v.MoreTools = append(v.MoreTools, set.Name+": "+set.About)
		}
		if d.Connections == nil {
			return v, nil
		}
		all, err := d.services(c).Views(ctx, c.Now.In(c.Location))
		if err != nil {
			return nil, err
		}
		v.Connect(all)
		for i := range all {
			if err := d.Apart.Tell(ctx, c.Scope, &all[i], v); err != nil {
				return nil, err
			}
		}
		return v, nil
	})
}

type toolsetIn struct {
	Toolset string `json:"toolset" jsonschema:"e.g. gear"`
}

type toolsetOut struct {
	Toolset string          `json:"toolset"`
	Tools   []toolView      `json:"tools"`
	Listed  bool            `json:"listed"`
	Words   []i18n.Sentence `json:"words"`
}

// toolView describes a tool that the caller was not offered before.
type toolView struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// InputSchema is the JSON Schema as text, for clients whose list of tools cannot change.
	InputSchema string `json:"input_schema,omitempty"`
}

func toolsetRow() tools.Row {
	return tools.New(tools.Spec{
		Name: "use_toolset", Title: "Enable more tools", Toolset: toolset, Default: true, Idempotent: true, Widens: true,
		Description: "Enables the other tools of a toolset in this session, if the config allows it: " +
			"gear (bike and shoe mileage, distance, maintenance reminders of components), goals and progress, race time predictions, " +
			"routes, wellness entries (log, record or update weight, sleep), notes on an activity, thresholds by sport, the workout " +
			"library, custom items, exports.",
	}, func(_ context.Context, c *tools.Call, in toolsetIn) (*toolsetOut, error) {
		wide, set, err := c.Table.Widened(in.Toolset)
		if err != nil {
			return nil, err
		}
		out := &toolsetOut{Toolset: set.Name, Tools: []toolView{}, Words: []i18n.Sentence{}}
		if len(set.Withheld) > 0 {
			out.Words = append(out.Words, i18n.Sentencef("Not offered: %s.", strings.Join(set.Withheld, ", ")))
		}
		if len(set.More) == 0 {
			out.Listed = true
			out.Words = append(out.Words, i18n.Sentencef("All tools in %s that the configuration allows are already available.", set.Name))
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

// how explains how the tools of a toolset can be called now.
func how(listed bool, toolset string) i18n.Sentence {
	start := i18n.Sentencef("the person who runs Lapkeep can start it with --toolsets default,%s.", toolset)
	if listed {
		return i18n.Sentencef("The list of tools now includes them. If the client does not reload it, %s", start)
	}
	return i18n.Sentencef("The list of tools cannot change within this connection. Calls by name still work; if the client blocks them, "+
		"%s", start)
}
