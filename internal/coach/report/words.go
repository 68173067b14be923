package report

import (
	"math"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// tell adds what the facts mean. Each sentence follows from a rule and has the number behind it.
func (w *week) tell() {
	w.tellPlan()
	w.tellAway()
	w.tellChange()
	if in := w.load.Intensity; in != nil {
		for _, t := range in.ByTime {
			var sports []i18n.Sentence
			for _, s := range t.Sports {
				sports = append(sports, i18n.Sentence(s))
			}
			by := i18n.Sentence("heart rate")
			switch t.Kind {
			case training.ZonesPower:
				by = "power"
			case training.ZonesPace:
				by = "pace"
			}
			w.mean(
				i18n.Sentencef("Intensity of %s by %s: %.0f %% of the time easy, %.0f %% moderate, %.0f %% hard.", i18n.Joined("%s, %s", sports...), by,
					t.SharePct[0], t.SharePct[1], t.SharePct[2]),
			)
		}
	}
	if t, b := w.view.Form, w.load.Form; t != nil && b != nil {
		w.mean(i18n.Sentencef("Fitness (CTL) is %.1f, %+.1f in 7 days. Form (TSB) is %+.1f: %s.", t.CTL, t.Ramp, t.TSB, b.Meaning))
	}
	if b := w.view.RestingHR; b != nil {
		w.mean(i18n.Sentencef("Resting heart rate: %.1f bpm on average over 7 days; usual is %.1f to %.1f bpm.", b.Mean, b.Low, b.High))
	}
	if b := w.view.HRV; b != nil && b.MeanMs != nil && b.LowMs != nil && b.HighMs != nil {
		w.mean(i18n.Sentencef("HRV: %.0f ms on average over 7 days; usual is %.0f to %.0f ms.", *b.MeanMs, *b.LowMs, *b.HighMs))
	}
	if h := w.load.History; h != nil {
		w.mean(
			i18n.Sentencef(
				"There are only %s of history; fitness reads too low until there are %d.",
				i18n.Numbered(h.Days, "day", "days"),
				h.Needed,
			),
		)
	}
	for _, a := range w.load.Alerts {
		w.mean(i18n.Sentencef("Watch out: %s (%g).", a.Rule, a.Value))
	}
	if n := len(w.view.Records); n > 0 {
		w.mean(i18n.Sentencef("%s set.", i18n.Numbered(n, "record was", "records were")))
	}
	if n := len(w.view.Missing) + len(w.total.Missing); n > 0 {
		w.mean(i18n.Sentencef("%s unknown; the reasons are listed under what is missing.", i18n.Numbered(n, "value is", "values are")))
	}
}

// tellAway adds when the athlete cannot train, as seen today, and how training begins again.
func (w *week) tellAway() {
	for i := range w.away {
		a := &w.away[i]
		if a.To >= w.f.Today {
			w.mean(a.Sentence())
			continue
		}
		if a.To >= w.days.From {
			w.mean(a.Past())
		}
		if e, ok := plan.EasingAfter(*a); ok && e.Last() >= w.days.From {
			w.mean(e.Back())
		}
	}
	if w.soon != "" {
		w.mean(w.soon)
	}
}

func (w *week) mean(s i18n.Sentence) { w.view.Meaning = append(w.view.Meaning, s) }

// tellPlan compares the sessions that are due with what was done.
func (w *week) tellPlan() {
	count, planned, done := map[calendar.State]int{}, 0.0, 0.0
	for i := range w.view.Sessions {
		e := &w.view.Sessions[i]
		if s := e.Status; s == calendar.Done && e.Compliance.Off() {
			count[calendar.Partly]++ // the time is there, but not the intensity
		} else {
			count[s]++
		}
		switch e.Status {
		case calendar.Done, calendar.Partly, calendar.Moved, calendar.Missed:
			if e.Planned != nil && e.Planned.DurationS > 0 {
				planned += e.Planned.DurationS
				if e.Done != nil {
					done += e.Done.DurationS
				}
			}
		}
	}
	due := count[calendar.Done] + count[calendar.Partly] + count[calendar.Moved] + count[calendar.Missed]
	switch {
	case len(w.view.Sessions) == 0:
		w.mean("Nothing was planned, so there is nothing to compare with.")
	case due == 0:
		w.mean("No planned session is due yet.")
	default:
		w.mean(i18n.Sentencef("Of %s due, done as planned: %d, partly: %d, on another day: %d, missed: %d.",
			i18n.Numbered(due, "planned session", "planned sessions"),
			count[calendar.Done], count[calendar.Partly], count[calendar.Moved], count[calendar.Missed]))
	}
	if planned > 0 {
		w.mean(
			i18n.Sentencef(
				"These sessions took %s of the planned %s (%.0f %%).",
				i18n.Clock(done),
				i18n.Clock(planned),
				math.Round(100*done/planned),
			),
		)
	}
	if pct, ok := w.view.Percent["intensity"]; ok {
		w.mean(i18n.Sentencef("Of the planned hard work, %.0f %% was done on target.", pct))
	}
	if n := count[calendar.Excused]; n > 0 {
		w.mean(i18n.Sentencef("%s because of time off in the calendar.", i18n.Numbered(n, "session is excused", "sessions are excused")))
	}
	if n := len(w.view.Unplanned); n > 0 {
		w.mean(i18n.Sentencef("%s not planned.", i18n.Numbered(n, "activity was", "activities were")))
	}
}

// tellChange compares the load and the time with those of the week before.
func (w *week) tellChange() {
	prev, now := w.total.Previous, w.total.Totals
	before := i18n.Sentence("the week before")
	if prev != nil && prev.Cut {
		before = "the same days of the week before"
	}
	if prev == nil || prev.Totals.Activities == 0 {
		w.mean(i18n.Sentencef("Nothing was recorded in %s, so there is nothing to compare with.", before))
		return
	}
	if a, b := now.DurationS, prev.Totals.DurationS; a != nil && b != nil {
		w.mean(i18n.Sentencef("Time: %s; %s: %s.", i18n.Clock(*a), before, i18n.Clock(*b)))
	}
	if a, b := now.TSS, prev.Totals.TSS; a != nil && b != nil && *b > 0 {
		w.mean(i18n.Sentencef("Load: %.0f; %s: %.0f (%+.0f %%).", *a, before, *b, 100*(*a-*b)/(*b)))
	}
	if n := w.total.Coverage.Activities - w.total.Coverage.WithLoad; n > 0 {
		w.mean(i18n.Sentencef("%s without a load, so the load is too low.", i18n.Numbered(n, "activity is", "activities are")))
	}
}
