package coach

import (
	"context"
	"time"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/roster"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Connections describes the services of one athlete.
type Connections interface {
	Views(ctx context.Context, now time.Time) ([]servicevalues.ConnectedView, error)
}

type rosterIn struct{}

func rosterRow(d Deps) tools.Row {
	days, cache := wellness.NewCache(d.Store), briefing.NewCache()
	return tools.New(tools.Spec{
		Name: "get_roster", Title: "Roster", Toolset: toolset, Default: true, Idempotent: true, Everyone: true,
		Description: "A coach's overview: a line for each athlete with form, last activity, adherence, availability, readiness, pain and " +
			"what is wrong. Those who need attention come first.",
	}, func(ctx context.Context, c *tools.Call, _ rosterIn) (*roster.View, error) {
		q := briefing.Query{Bytes: func(any) int { return 0 }, Wellness: days, Cache: cache}
		out := &roster.View{Lines: []roster.Line{}}
		err := c.Everyone(ctx, func(who training.Athlete, one *tools.Call, err error) error {
			var lines []roster.Line
			switch {
			case err != nil:
			case c.OverHomes():
				lines, err = ofHome(ctx, c, one)
			default:
				lines, err = d.line(ctx, one, q)
			}
			if err != nil && c.OverHomes() && ctx.Err() == nil { // one home that cannot be read hides no other
				lines, err = []roster.Line{roster.Unread(who.ID, c.Today, tools.Describe(err).Sentence)}, nil
			}
			out.Lines = append(out.Lines, lines...)
			return err
		})
		if err != nil {
			return nil, err
		}
		roster.Sort(out.Lines)
		return out, nil
	})
}

func (d Deps) line(ctx context.Context, c *tools.Call, q briefing.Query) ([]roster.Line, error) {
	failing, err := d.failing(ctx, c)
	if err != nil {
		return nil, err
	}
	l, err := roster.Read(ctx, d.Store, c.Scope, c.Frame(), q, failing)
	return []roster.Line{l}, err
}

// ofHome returns the lines of one of many homes, under its name.
func ofHome(ctx context.Context, c, one *tools.Call) ([]roster.Line, error) {
	v, err := c.AtHome(ctx, one)
	if err != nil {
		return nil, err
	}
	lines := v.(*roster.View).Lines
	for i := range lines {
		lines[i].Athlete = one.Named
	}
	return lines, nil
}

// failing returns what is wrong with an athlete's services.
func (d Deps) failing(ctx context.Context, c *tools.Call) (out []i18n.Sentence, err error) {
	if d.Connections == nil {
		return nil, nil
	}
	all, err := d.Connections(c.Scope.Athlete).Views(ctx, c.Now.In(c.Location))
	for i := range all {
		if v := &all[i]; v.Connected && v.State == connection.Failing {
			out = append(out, i18n.Sentencef("%s cannot be read: %s", v.Name, v.Error))
		}
	}
	return out, err
}
