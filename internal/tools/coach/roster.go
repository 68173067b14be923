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
		all, err := c.Everyone(ctx)
		if err != nil {
			return nil, err
		}
		out := &roster.View{Lines: make([]roster.Line, 0, len(all))}
		for _, one := range all {
			failing, err := d.failing(ctx, one)
			if err != nil {
				return nil, err
			}
			q := briefing.Query{Bytes: func(any) int { return 0 }, Wellness: days, Cache: cache}
			l, err := roster.Read(ctx, d.Store, one.Scope, one.Frame(), q, failing)
			if err != nil {
				return nil, err
			}
			out.Lines = append(out.Lines, l)
		}
		roster.Sort(out.Lines)
		return out, nil
	})
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
