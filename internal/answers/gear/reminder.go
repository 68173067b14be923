package gear

import (
	"context"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Version is the version of the rule that decides what is due.
const Version = 2

// remind works out how much of a reminder is used. The nearest limit counts.
func remind(
	ctx context.Context, r Reader, s training.Scope, f Frame, g *training.Gear, m *training.GearReminder, services []training.GearTotals,
) (Reminder, error) {
	out := Reminder{
		ID: m.ID, Text: textclean.Line(m.Text, textclean.NameRunes),
		EveryKm: answers.Round(m.DistanceKm, 1), EveryHours: answers.Round(m.TimeS/secondsPerHour, 2),
		EveryActivities: m.Activities, EveryDays: m.Days,
		DueDate: day(m.DueDate),
	}
	use, known, err := spent(ctx, r, s, g, m.LastDone)
	if err != nil {
		return out, err
	}
	km, seconds := use.DistanceKm, use.DurationS
	if m.LastDone.IsZero() {
		km, seconds = km+g.EarlierKm, seconds+g.EarlierS
		for _, t := range services {
			km, seconds = max(km, t.DistanceKm-from(m.StartKm)), max(seconds, t.TimeS-from(m.StartS))
			use.Activities, known = max(use.Activities, t.Activities-from(m.StartActivities)), true
		}
	}
	pct := -1.0
	count := func(field string, used, limit float64, decimals int) *float64 {
		if limit <= 0 {
			return nil
		}
		if !known {
			out.Missing = out.Missing.Add(field, notMounted)
			return nil
		}
		pct = max(pct, 100*used/limit)
		shown := answers.Round(used, decimals)
		return &shown
	}
	out.UsedKm = count("used_km", km, m.DistanceKm, 1)
	out.UsedHours = count("used_hours", seconds/secondsPerHour, m.TimeS/secondsPerHour, 2)
	if n := count("used_activities", float64(use.Activities), float64(m.Activities), 0); n != nil {
		out.UsedActivities = &use.Activities
	}
	if m.Days > 0 {
		if begun := since(f, g, m, use.First); begun == 0 {
			out.Missing = out.Missing.Add("used_days", neverUsed)
		} else {
			days := max(0, int(f.Today-begun))
			pct, out.UsedDays = max(pct, 100*float64(days)/float64(m.Days)), &days
		}
	}
	if pct >= 0 {
		shown := answers.Round(pct, 0)
		out.UsedPct = &shown
	}
	pct = out.serviced(m, pct)
	out.dates(f, m)
	done := out.LastDone != nil && *out.LastDone >= m.DueDate
	out.Due = pct >= 100 || m.DueDate != 0 && m.DueDate <= f.Today && !done
	out.Due = out.Due && (out.SnoozedUntil == nil || *out.SnoozedUntil <= f.Today)
	return out, nil
}

// serviced shows what the service counts; the greater share counts.
func (out *Reminder) serviced(m *training.GearReminder, pct float64) float64 {
	if m.UsedPct > 0 {
		shown := answers.Round(m.UsedPct, 0)
		out.ServicePct = &shown
	}
	out.ServiceKm = there(out.UsedKm, m.UsedKm, m.DistanceKm, 1)
	out.ServiceHours = there(out.UsedHours, m.UsedS/secondsPerHour, m.TimeS/secondsPerHour, 2)
	return max(pct, m.UsedPct)
}

// there gives a service's count towards a limit that is not counted here.
func there(here *float64, used, limit float64, decimals int) *float64 {
	if here != nil || used <= 0 || limit <= 0 {
		return nil
	}
	shown := answers.Round(used, decimals)
	return &shown
}

// from is where a service began to count; from nothing if it does not say.
func from[T int | float64](start *T) (zero T) {
	if start == nil {
		return zero
	}
	return *start
}

// dates shows when it was done last and until when it is snoozed.
func (out *Reminder) dates(f Frame, m *training.GearReminder) {
	if !m.LastDone.IsZero() {
		out.LastDone = day(training.DayOf(m.LastDone.In(f.Location)))
	}
	if !m.SnoozedUntil.IsZero() {
		out.SnoozedUntil = day(training.DayOf(m.SnoozedUntil.In(f.Location)))
	}
}

// since is the day that days are counted from: when it was done last, when a
// part was mounted, or when the gear was first used.
func since(f Frame, g *training.Gear, m *training.GearReminder, first training.Day) training.Day {
	switch {
	case !m.LastDone.IsZero():
		return training.DayOf(m.LastDone.In(f.Location))
	case g.Since != 0:
		return g.Since
	}
	return first
}

// DoneAt gives the moment of a day on which something was done: now for today,
// else the day's beginning.
func DoneAt(f Frame, now time.Time, d training.Day) time.Time {
	if d == f.Today {
		return now
	}
	return d.Time(f.Location)
}
