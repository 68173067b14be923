package curves

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Source is a [store.Reader] that remembers, until an activity changes, which
// activities contain a field test. To find a test, whole streams must be read, and all
// queries for the same days examine the same few activities. It is safe for concurrent use.
type Source struct {
	store.Reader

	tests cache.Cache[testKey, foundTest]
	weeks cache.Cache[weeksKey, []curve.Peak]
	views cache.Cache[viewKey, *EstimateView] // without headings
}

// viewKey holds everything, apart from the stored data, on which an answer depends.
type viewKey struct {
	scope   training.Scope
	today   training.Day
	days    int
	sports  string
	history bool
}

// weeksKey identifies the best efforts of each week up to a day.
type weeksKey struct {
	scope training.Scope
	today training.Day
}

type testKey struct {
	scope training.Scope
	id    training.ActivityID
}

type foundTest struct {
	test curve.FieldTest
	ok   bool
}

// mostTests is the maximum number of activities whose tests are cached.
const mostTests = 4096

// NewSource returns a source with empty caches.
func NewSource(r store.Reader) *Source {
	return &Source{
		Reader: r,
		tests:  cache.Cache[testKey, foundTest]{Most: mostTests, On: ledger.OnActivities()},
		weeks:  cache.Cache[weeksKey, []curve.Peak]{On: ledger.OnActivities(ledger.ChangeSettings)},
		// A watch's VO2max is a value of wellness.
		views: cache.Cache[viewKey, *EstimateView]{On: ledger.OnActivities(ledger.ChangeSettings, document.Wellness.Changes())},
	}
}

// fieldTest returns the test in an activity that follows Friel's protocol, if there is one.
func (x *Source) fieldTest(ctx context.Context, s training.Scope, id training.ActivityID) (t curve.FieldTest, ok bool, err error) {
	f, err := x.tests.Get(ctx, x, testKey{s, id}, func() (f foundTest, err error) {
		f.test, f.ok, err = x.search(ctx, s, id)
		return f, err
	})
	return f.test, f.ok, err
}

func (x *Source) search(ctx context.Context, s training.Scope, id training.ActivityID) (t curve.FieldTest, ok bool, err error) {
	rows, err := x.Recordings(ctx, s, id)
	if err != nil {
		return t, false, err
	}
	want := store.Channels(training.HeartRate, training.Power, training.Speed, training.Distance, training.Cadence)
	for _, row := range rows {
		if row.Chosen != 0 && !row.Chosen.Has(training.HeartRate) || !row.Channels.Has(training.HeartRate) {
			continue
		}
		cols, err := x.RecordingColumns(ctx, s, row.ID, want)
		if err != nil {
			return t, false, err
		}
		rec := row.Recording
		rec.Columns = *cols
		if t, ok = curve.FindFieldTest(stream.Of(&rec, stream.Limits{})); ok {
			return t, true, nil
		}
	}
	return t, false, nil
}

// fieldTests searches for field tests in the activities with the highest heart
// rates over 20 to 60 minutes.
func (e *estimator) fieldTests(ctx context.Context, hr []Point) ([]curve.FieldTest, error) {
	var seen []training.ActivityID
	var out []curve.FieldTest
	best20 := 0.0
	for _, p := range hr {
		if p.At == testedS {
			best20 = p.Value
		}
	}
	for _, p := range hr {
		if p.At < 20*60 || p.At > 60*60 || slices.Contains(seen, p.Ref.ID) || len(seen) == testCandidates {
			continue
		}
		seen = append(seen, p.Ref.ID)
		t, ok, err := e.source.fieldTest(ctx, e.scope, p.Ref.ID)
		if err != nil {
			return nil, err
		}
		if ok && t.AvgLast20Bpm >= hardShare*best20 {
			t.Activity, t.Day = p.Ref.ID, p.Ref.Day
			out = append(out, t)
		}
	}
	return out, nil
}

// History shows how FTP has changed over time, judged by efforts rather than by settings.
type History struct {
	Range answers.Span  `json:"range"`
	Rule  i18n.Sentence `json:"rule"`
	// Levels are the periods between two changes, in order of day.
	Levels []Level `json:"levels"`
}

// Level is a period in which FTP appears to be constant.
type Level struct {
	From  training.Day `json:"start_date"` // day of the first effort that supports the level
	To    training.Day `json:"end_date"`
	EFTPW float64      `json:"eftp_w"`
	// ChangePct is the change from the previous level in percent.
	ChangePct *float64 `json:"change_pct,omitempty"`
	// Weeks is the number of weeks in the level that have any effort. Efforts
	// is the number of efforts that support the level.
	Weeks   int `json:"weeks"`
	Efforts int `json:"efforts"`
	// Evidence contains the first and the best of these efforts.
	Evidence []Evidence `json:"evidence"`
}

// historyDays is the number of days in which changes are searched for.
const historyDays = 2 * 365

// changeRule describes how changes are found.
const changeRule = "eftp_w of each week's best effort of 3 to 60 minutes; split into blocks where the asymmetric absolute " +
	"deviation of the logarithms (0.9 above, 0.1 below) is smallest, with a penalty for each split; a change must be over 2 % and " +
	"be supported by two efforts within 2 % on its own side of the split. " +
	"A rise shows at its second effort, a decline only after months without efforts at the old level."

// history adds the changes of FTP.
func (e *estimator) history(ctx context.Context) error {
	days := training.DayRange{From: e.today - historyDays + 1, To: e.today}
	peaks, err := e.source.weeks.Get(ctx, e.source, weeksKey{e.scope, e.today}, func() ([]curve.Peak, error) {
		return e.peaks(ctx, days)
	})
	if err != nil {
		return err
	}
	levels := curve.Levels(peaks)
	if len(levels) == 0 {
		e.view.Missing = e.view.Missing.Add("history", "no ride of the last two years has an effort of 3 minutes or longer with power")
		return nil
	}
	h := &History{Range: answers.SpanOf(days), Rule: changeRule, Levels: []Level{}}
	for i, l := range levels {
		shown := levelOf(l, peaks)
		if i > 0 {
			pct := answers.Round((l.FTPW/levels[i-1].FTPW-1)*100, 1)
			shown.ChangePct = &pct
		}
		h.Levels = append(h.Levels, shown)
	}
	e.view.History = h
	return nil
}

// peaks returns the best effort of each week.
func (e *estimator) peaks(ctx context.Context, days training.DayRange) (peaks []curve.Peak, err error) {
	of := proof{c: e.curves, scope: e.scope, kind: Power, sport: training.Cycling, days: days, timeline: e.timeline}
	usual, err := of.usual(ctx)
	if err != nil {
		return nil, err
	}
	for from := days.From; from <= days.To; from += 7 {
		week := training.DayRange{From: from, To: min(from+6, days.To)}
		points, _, err := e.curves.Series(ctx, e.scope, Power, week, []training.Sport{training.Cycling})
		if err != nil {
			return nil, err
		}
		if points, err = of.hardOf(ctx, points, usual); err != nil {
			return nil, err
		}
		if p, ok := peakOf(points); ok {
			peaks = append(peaks, p)
		}
	}
	return peaks, nil
}

// peakOf returns the highest FTP that the bests in a range of days support, and
// the effort on which the FTP is based.
func peakOf(points []Point) (curve.Peak, bool) {
	hourW, from, ok := curve.OneEffort(Efforts(points))
	if !ok {
		return curve.Peak{}, false
	}
	for _, p := range points {
		if p.At == from.DurationS {
			return curve.Peak{FTPW: hourW, Effort: curve.ThresholdEffort{
				Activity: p.Ref.ID, Day: p.Ref.Day, DurationS: p.At, Value: p.Value,
			}}, true
		}
	}
	return curve.Peak{}, false
}

func levelOf(l curve.Level, peaks []curve.Peak) Level {
	first, best := l.Support[0], l.Support[0]
	for _, p := range l.Support {
		if p.FTPW > best.FTPW {
			best = p
		}
	}
	weeks := 0
	for _, p := range peaks {
		if p.Effort.Day >= first.Effort.Day && p.Effort.Day <= l.To {
			weeks++
		}
	}
	out := Level{
		From: first.Effort.Day, To: l.To, EFTPW: answers.Round(l.FTPW, 1), Weeks: weeks, Efforts: len(l.Support),
		Evidence: []Evidence{evidenceOf(first.Effort)},
	}
	if best.Effort.Activity != first.Effort.Activity {
		out.Evidence = append(out.Evidence, evidenceOf(best.Effort))
	}
	return out
}

// evidenceOf converts an effort by power to evidence.
func evidenceOf(e curve.ThresholdEffort) Evidence {
	return Evidence{ActivityID: e.Activity, LocalDate: e.Day, DurationS: answers.Round(e.DurationS, 2), Value: answers.Round(e.Value, 2)}
}
