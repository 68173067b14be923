package cli

import (
	"context"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func (a *app) connections() *connect.Env {
	s := a.Streams
	return &connect.Env{
		In: s.In, Out: s.Out, Err: s.Err, InTTY: s.InTTY, OutTTY: s.OutTTY, ErrTTY: s.ErrTTY, Now: a.Now, AtHome: a.homed,
		AskSecret: a.AskSecret, With: a.withDesk, Services: a.Services,
		Language: a.language,
	}
}

// withDesk lends the connections of an athlete.
func (a *app) withDesk(ctx context.Context, of connect.Whose, f func(connect.Desk) error) error {
	if of.Athlete != "" {
		a.flags[settings.Athlete] = func() (string, bool) { return of.Athlete, true }
	}
	return a.open(ctx, OpenOptions{Create: true, Unmet: of.Unmet}, func(w *Workbench) error {
		who, err := w.DB.Athlete(ctx, w.Scope())
		if err != nil && (!of.Unmet || training.KindOf(err) != training.KindNotFound) {
			return err
		}
		found, err := a.checkFolder(w.Settings)
		if err != nil {
			return err
		}
		return f(connect.Desk{
			Remarks: remarks(found), Language: w.Settings.Value(settings.Language).Note(),
			Connections: w.Connections, Athlete: w.Athlete, Zone: who.Location(),
			Settle: func(ctx context.Context, thresholds map[string]int) error { return w.settle(ctx, thresholds) },
			Agree: func(p journal.Preview) error {
				if err := a.confirm(p); err != nil {
					return err
				}
				_, err := w.Journal.Grant(ctx, w.Scope(), p.Token, a.Now())
				return err
			},
		})
	})
}

// checkConnections reports the state of the connected services, without asking
// them.
func (a *app) checkConnections(ctx context.Context, w *Workbench) []finding {
	views, err := w.Connections.Views(ctx, a.Now())
	if err != nil {
		return []finding{a.problem("services", err)}
	}
	var out []finding
	for _, v := range views {
		if !v.Connected {
			continue
		}
		f := finding{Check: v.Source, OK: v.State != "failing", Detail: a.text("%s, key in %s", v.State, v.KeyIn)}
		if v.LastSuccess != "" {
			f.Detail += a.text(", last sync %s", v.LastSuccess)
		}
		if !f.OK {
			f.Detail, f.Fix = a.text("%s: %s", f.Detail, v.Error), a.text("Run: lapkeep check %s", v.Source)
		}
		out = append(out, f)
	}
	return out
}
