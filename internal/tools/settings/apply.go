package settings

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type applyIn struct {
	Sport    tools.SportArg `json:"sport,omitempty"`
	ID       string         `json:"sport_id,omitempty" jsonschema:"instead: one entry of a service"`
	From     tools.Date     `json:"from,omitzero" jsonschema:"from this day on; without it nothing is written"`
	Settings []string       `json:"settings,omitempty" jsonschema:"only these, e.g. ftp_w"`
	There    bool           `json:"at_service,omitempty" jsonschema:"the service applies its own to all its past; not to be undone there"`
}

func applyRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_sport_settings", Title: "Apply settings to past activities", Toolset: toolset, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Lets today's thresholds and zones of a sport hold from an earlier day on, and says how many loads change. at_service " +
			"has a connected service compute its past anew. Asks a person where values are replaced; can be undone here.",
		Aliases: map[string]string{"sport_type": "sport", "effective_from": "from"},
	}, func(ctx context.Context, c *tools.Call, in applyIn) (*written, error) {
		return in.apply(ctx, d, c)
	})
}

func (in *applyIn) apply(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	sport := in.Sport.Sport()
	e, err := find(ctx, d, c, in.ID, sport)
	if err != nil {
		return nil, err
	}
	if e != nil && (in.From.Set || !in.There) {
		if sport, err = e.sport(); err != nil {
			return nil, err
		}
		if sport == "" {
			return nil, e.undated("from and settings, and give at_service")
		}
	}
	history, err := d.Store.History(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	o := &order{sport: sport, entry: e, plan: &tools.Plan{History: history, From: in.From.Or(c.Today)}}
	if in.There {
		if o.there, err = heldThere(ctx, d, c, sport, e); err != nil {
			return nil, err
		}
		o.asks = true
	}
	if in.From.Set || !in.There {
		now, shared, err := in.inForce(history, sport, c.Today)
		if err != nil {
			return nil, err
		}
		if len(shared) > 0 {
			o.plan.Notes = append(o.plan.Notes,
				i18n.Sentencef("%s is set for all sports and stays as it is; update_athlete_settings changes it.", strings.Join(shared, ", ")))
		}
		if !in.From.Set {
			return in.tell(c, sport, now, o.plan.Notes), nil
		}
		if err := in.reach(o, now, c.Today); err != nil {
			return nil, err
		}
	}
	o.tellThere()
	return o.make(ctx, d, c)
}

// reach plans that what holds today holds from the day of the arguments on.
func (in *applyIn) reach(o *order, now []training.ThresholdEntry, today training.Day) error {
	if in.From.Day > today {
		return training.Errorf(training.KindInvalid, "%s is after today.",
			in.From.Day).WithFix("Give today or an earlier day; save_sport_settings sets values from a day to come on.")
	}
	o.asks = reachBack(o.plan, now, today) > 0 || o.asks
	o.summary = i18n.Sentencef("Let today's settings of %s hold from %s on.", o.sport, in.From.Day)
	return nil
}

// inForce are the sport's own settings that hold today, and the names of
// those that are set for every sport.
func (in *applyIn) inForce(
	history training.History, sport training.Sport, today training.Day,
) (now []training.ThresholdEntry, shared []string, err error) {
	for _, name := range in.Settings {
		if !slices.Contains(clearable(), name) {
			return nil, nil, training.Errorf(training.KindInvalid, "%q is not a setting of a sport.",
				name).WithFix("Name some of %s.", strings.Join(clearable(), ", "))
		}
	}
	t := fitness.NewTimeline(history)
	for _, name := range clearable() {
		k, of := tools.Named(name, sport)
		e, ok := t.Since(k, sport, today)
		if !ok || of != sport || len(in.Settings) > 0 && !slices.Contains(in.Settings, name) {
			continue
		}
		if e.Sport == "" {
			shared = append(shared, name)
		} else {
			now = append(now, e)
		}
	}
	if len(now) == 0 {
		return nil, nil, training.Errorf(training.KindNotFound, "No such setting of %s is set for the sport itself.", sport).
			WithFix("get_sport_settings shows what holds; save_sport_settings sets it from any day on.")
	}
	return now, shared, nil
}

// reachBack plans that entries hold from the plan's day on, and counts those
// of the days between that this takes away.
func reachBack(p *tools.Plan, now []training.ThresholdEntry, today training.Day) (removed int) {
	for _, e := range now {
		moved := e
		moved.From = p.From
		for _, h := range p.History {
			if h.Key == e.Key && h.Sport == e.Sport && h.From > p.From && h.From <= today {
				p.Remove(h)
				if h.From != e.From {
					removed++
				}
			} else if h.Key == e.Key && h.Sport == e.Sport && h.From == p.From && !slices.Equal(h.Values, e.Values) {
				removed++
			}
		}
		p.Put(moved)
	}
	return removed
}

// tell says that nothing has to be done, and since when each value holds.
func (in *applyIn) tell(c *tools.Call, sport training.Sport, now []training.ThresholdEntry, notes []i18n.Sentence) *written {
	out := &written{LocalDate: c.Today, TimeZone: c.Location.String(), Sport: sport, Notes: notes}
	out.DryRun = c.DryRun
	out.Notes = append(out.Notes, "Nothing needs to be computed again: every load and zone follows the settings of its own day.")
	for _, e := range now {
		out.Notes = append(out.Notes, i18n.Sentencef("%s %s holds from %s on; give from to let it hold from an earlier day.",
			tools.DatedName(e), tools.DatedWords(e), e.From))
	}
	return out
}
