// Package gear answers questions about the athlete's gear: its distance and
// time in use, and the maintenance that is due. It counts the activities that
// its audience may see, and writes nothing.
package gear

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Frame adds the athlete's time zone to the frame of a question.
type Frame struct {
	answers.Frame
	Location *time.Location
}

// Query selects gear.
type Query struct {
	ID      string // one piece and its parts; empty means all
	Kind    training.GearKind
	Retired bool // include retired gear
	DueOnly bool // only gear with a due reminder
}

// mostItems is the maximum number of pieces in an answer.
const mostItems = 60

const (
	secondsPerHour = 3600
	unmeasured     = "none of its activities has a distance"
	notMounted     = "the mounting date is unknown; set since with save_gear"
	neverUsed      = "it was never used and never serviced"
)

// List returns the gear that q selects.
func List(ctx context.Context, r store.Reader, s training.Scope, f Frame, q Query) (*View, error) {
	all, err := r.Gear(ctx, s)
	if err != nil {
		return nil, err
	}
	reminders, err := Reminders(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if q.ID != "" && !slices.ContainsFunc(all, func(g training.Gear) bool { return g.ID == q.ID }) {
		return nil, NotFound(q.ID)
	}
	totals, err := totals(ctx, r, s)
	if err != nil {
		return nil, err
	}
	v := &View{Heading: f.Heading(), Gear: []Item{}}
	for i := range all {
		g := &all[i]
		if q.ID != "" && g.ID != q.ID && g.PartOf != q.ID || q.Kind != "" && g.Kind != q.Kind {
			continue
		}
		if g.Retired && !q.Retired && g.ID != q.ID {
			v.Retired++
			continue
		}
		it, due, err := item(ctx, r, s, f, g, reminders, totals[g.ID])
		if err != nil {
			return nil, err
		}
		if q.DueOnly && due == 0 {
			continue
		}
		v.Due += due
		v.Gear = append(v.Gear, it)
	}
	v.fit()
	return v, nil
}

// mostBytes is the maximum size of the rows, so that a result stays under 32 KB.
const mostBytes = 28_000

// fit drops rows until the answer fits.
func (v *View) fit() {
	keep := min(len(v.Gear), mostItems)
	for keep > 1 && answers.Size(v.Gear[:keep]) > mostBytes {
		keep = keep * 3 / 4
	}
	if keep < len(v.Gear) {
		v.Gear, v.Truncated, v.Narrow = v.Gear[:keep], true, "Ask for one kind, for one id, or for what is due."
	}
}

// NotFound returns the error for gear that does not exist.
func NotFound(id string) error {
	return training.Errorf(training.KindNotFound, "There is no gear %q.", id).WithFix("list_gear lists all gear.")
}

// Find returns a piece of gear and its document.
func Find(ctx context.Context, r store.Reader, s training.Scope, id string) (g training.Gear, d document.Document, err error) {
	if d, err = r.Document(ctx, s, document.Gear, id); err == nil {
		g, err = document.Show[training.Gear](d)
	}
	if err == nil && g.Kind == "" || training.KindOf(err) == training.KindNotFound {
		err = NotFound(id)
	}
	g.ID = id
	return g, d, err
}

// Reminders returns the reminders of all gear, ordered by text.
func Reminders(ctx context.Context, r store.Reader, s training.Scope) ([]training.GearReminder, error) {
	all, err := document.List[training.GearReminder](ctx, r, s, document.Reminders)
	var out []training.GearReminder
	for _, d := range all {
		m := d.Value
		if len(d.Own) > 0 {
			m.UsedPct, m.UsedKm, m.UsedS = 0, 0, 0 // the service's counts belong to its own version of the reminder
		}
		m.ID = d.ID
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b training.GearReminder) int { return cmp.Compare(a.Text, b.Text) })
	return out, err
}

// item returns a piece of gear with its use and reminders, and the number of
// reminders that are due.
func item(
	ctx context.Context, r store.Reader, s training.Scope, f Frame, g *training.Gear, all []training.GearReminder,
	services []training.GearTotals,
) (it Item, due int, err error) {
	line := func(text string) string { return textclean.Line(text, textclean.NameRunes) }
	it = Item{
		ID: g.ID, Kind: g.Kind, Name: line(g.Name), Brand: line(g.Brand), Model: line(g.Model), Part: line(g.Part), PartOf: g.PartOf,
		Since: day(g.Since), Until: day(g.Until), EarlierKm: answers.Round(g.EarlierKm, 1), EarlierS: answers.Round(g.EarlierS, 0),
		WeightKg: answers.Round(g.WeightKg, 2), Retired: g.Retired,
	}
	total, known, err := spent(ctx, r, s, g, time.Time{})
	if err != nil {
		return it, 0, err
	}
	if known {
		it.use(g, total)
	} else {
		it.Missing = it.Missing.Add("activities", notMounted).Add("distance_km", notMounted).Add("duration_s", notMounted)
	}
	it.Services = beyond(services, g, total, known)
	it.said(services)
	for i := range all {
		if all[i].GearID != g.ID {
			continue
		}
		rem, err := remind(ctx, r, s, f, g, &all[i], services)
		if err != nil {
			return it, 0, err
		}
		if rem.Due {
			due++
		}
		it.Reminders = append(it.Reminders, rem)
	}
	return it, due, nil
}

// said adds the fields that services have, except their totals.
func (it *Item) said(services []training.GearTotals) {
	for _, t := range services {
		if it.Purchased == nil {
			it.Purchased = day(t.Purchased)
		}
		if it.RetiredOn == nil && it.Retired {
			it.RetiredOn = day(t.RetiredOn)
		}
		it.Notes = cmp.Or(it.Notes, textclean.Text(t.Notes, textclean.NameRunes))
	}
}

// use adds the total use, including the earlier use that the athlete stated.
func (it *Item) use(g *training.Gear, u document.Use) {
	it.Activities, it.First, it.Last = &u.Activities, day(u.First), day(u.Last)
	it.Unmeasured = u.Activities - u.Measured
	duration := answers.Round(u.DurationS+g.EarlierS, 0)
	it.DurationS = &duration
	if u.Activities > 0 && u.Measured == 0 && g.EarlierKm == 0 {
		it.Missing = it.Missing.Add("distance_km", unmeasured)
		return
	}
	km := answers.Round(u.DistanceKm+g.EarlierKm, 1)
	it.DistanceKm = &km
}

// spent adds up the use of a piece of gear after the given time. For a part, it counts the
// use of its gear while the part was mounted, and activities to which the part itself was
// assigned. known is false if the mounting date is unknown and there are no such activities.
func spent(
	ctx context.Context, r store.Reader, s training.Scope, g *training.Gear, after time.Time,
) (u document.Use, known bool, err error) {
	of := document.Stretch{GearID: g.ID, After: after}
	if g.PartOf != "" && g.Since != 0 {
		of.On, of.Mounted = g.PartOf, training.DayRange{From: g.Since, To: g.Until}
		if g.Until == 0 {
			of.Mounted.To = training.NewDay(2999, time.December, 31)
		}
	}
	u, err = r.GearUse(ctx, s, of)
	return u, g.PartOf == "" || g.Since != 0 || u.Activities > 0, err
}

// day returns a pointer to a day, or nil if it is unknown.
func day(d training.Day) *training.Day {
	if d == 0 {
		return nil
	}
	return &d
}

// remind computes how much of a reminder is used. The limit closest to being
// reached counts.
func remind(
	ctx context.Context, r store.Reader, s training.Scope, f Frame, g *training.Gear, m *training.GearReminder, services []training.GearTotals,
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
		shown := shownPct(pct)
		out.UsedPct = &shown
	}
	pct = out.serviced(m, pct)
	out.dates(f, m)
	done := out.LastDone != nil && *out.LastDone >= m.DueDate
	out.Due = pct >= 100 || m.DueDate != 0 && m.DueDate <= f.Today && !done
	out.Due = out.Due && (out.SnoozedUntil == nil || *out.SnoozedUntil <= f.Today)
	return out, nil
}

// shownPct rounds the percentage of a limit. It returns less than 100 until the limit is
// reached and the reminder is due.
func shownPct(pct float64) float64 {
	if pct < 100 {
		return min(99, answers.Round(pct, 0))
	}
	return answers.Round(pct, 0)
}

// serviced adds the service's counts, and returns the greater percentage.
func (out *Reminder) serviced(m *training.GearReminder, pct float64) float64 {
	if m.UsedPct > 0 {
		shown := shownPct(m.UsedPct)
		out.ServicePct = &shown
	}
	out.ServiceKm = there(out.UsedKm, m.UsedKm, m.DistanceKm, 1)
	out.ServiceHours = there(out.UsedHours, m.UsedS/secondsPerHour, m.TimeS/secondsPerHour, 2)
	return max(pct, m.UsedPct)
}

// there returns a service's count toward a limit that is not counted here.
func there(here *float64, used, limit float64, decimals int) *float64 {
	if here != nil || used <= 0 || limit <= 0 {
		return nil
	}
	shown := answers.Round(used, decimals)
	return &shown
}

// from returns the value at which a service began to count, or 0 if it gives none.
func from[T int | float64](start *T) (zero T) {
	if start == nil {
		return zero
	}
	return *start
}

// dates adds the day on which the task was last done, and the last day of its snooze.
func (out *Reminder) dates(f Frame, m *training.GearReminder) {
	if !m.LastDone.IsZero() {
		out.LastDone = day(training.DayOf(m.LastDone.In(f.Location)))
	}
	if !m.SnoozedUntil.IsZero() {
		out.SnoozedUntil = day(training.DayOf(m.SnoozedUntil.In(f.Location)))
	}
}

// since returns the day from which days are counted: the day on which the task
// was last done, the part was mounted, or the gear was first used.
func since(f Frame, g *training.Gear, m *training.GearReminder, first training.Day) training.Day {
	switch {
	case !m.LastDone.IsZero():
		return training.DayOf(m.LastDone.In(f.Location))
	case g.Since != 0:
		return g.Since
	}
	return first
}

// DoneAt returns the time at which something was done on a day: now if that is
// today, else the start of the day.
func DoneAt(f Frame, now time.Time, d training.Day) time.Time {
	if d == f.Today {
		return now
	}
	return d.Time(f.Location)
}

// Named returns the id of the gear with the given id or name. It returns other
// text unchanged.
func Named(ctx context.Context, r store.Reader, s training.Scope, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	all, err := r.Gear(ctx, s)
	if err != nil {
		return "", err
	}
	id := text
	for _, g := range all {
		switch {
		case g.ID == text:
			return text, nil
		case strings.EqualFold(g.Name, strings.TrimSpace(text)):
			id = g.ID
		}
	}
	return id, nil
}
