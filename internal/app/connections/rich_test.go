package connections_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	analysis "lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// TestAnAthleteAsTheServiceHasOne: the past is rated by the past, withheld
// activities are counted, loads that were set there count, and a change there
// of a day long ago arrives.
func TestAnAthleteAsTheServiceHasOne(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Rich: true, Seconds: 240})
	s := h.connected(t)
	sync := func(full bool) {
		t.Helper()
		if r, err := s.Sync(t.Context(), "intervals", full, nil); err != nil || r.Failed > 0 {
			t.Fatalf("%+v %v", r, err)
		}
	}
	sync(false)
	today := training.DayOf(h.Now())
	past, err := h.db.History(t.Context(), storetest.Export(ann))
	if err != nil {
		t.Fatal(err)
	}
	for ago, want := range map[training.Day]training.Thresholds{
		400: {FTPW: 211, IndoorFTPW: 200, LTHRBpm: 161}, 250: {FTPW: 229, IndoorFTPW: 215, LTHRBpm: 165},
		120: {FTPW: 248, IndoorFTPW: 236, LTHRBpm: 169}, 20: {FTPW: 262, IndoorFTPW: 249, LTHRBpm: 171},
	} {
		if got := past.At(training.Cycling.Plain(), today-ago); got.FTPW != want.FTPW || got.IndoorFTPW != want.IndoorFTPW ||
			got.LTHRBpm != want.LTHRBpm {
			t.Errorf("%d days ago %+v", ago, got)
		}
	}
	h.tells(t, today)
	h.draws(t, sync)
	h.wears(t, s, today)
	h.burns(t, today)
	followed := h.brakes(t)
	old := (today - 440).String() // before the first activity
	if err := h.server.EditWellness(old, map[string]any{"restingHR": 71}); err != nil {
		t.Fatal(err)
	}
	sync(true)
	followed()
	docs, err := h.db.Documents(t.Context(), storetest.Export(ann), document.Wellness,
		document.Filter{Days: &training.DayRange{From: today - 440, To: today - 440}})
	if err != nil || len(docs) != 1 || !strings.Contains(string(docs[0].Statements[0].Body), "71") {
		t.Errorf("%+v %v", docs, err)
	}
}

// draws checks that intervals which the athlete drew and named are kept as they
// are, found by name, and follow when they are drawn anew or go.
func (h *home) draws(t *testing.T, sync func(full bool)) {
	t.Helper()
	ride, ref := "", ""
	h.server.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].NewestFirst() {
			if a.Intervals != nil && a.Doc["type"] == "Ride" && ride == "" {
				ride = intervalstest.IDOf(a.Doc)
			}
		}
	})
	ref = "intervals:" + ride
	names := func() string {
		t.Helper()
		d, err := activity.Describe(t.Context(), h.db, storetest.Export(ann),
			activity.DetailQuery{ID: ref, Sections: []activity.Section{activity.SectionIntervals}})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Drawn) == 0 {
			return ""
		}
		v := d.Drawn[0]
		if v.Service != "intervals" || len(v.Interval) != len(v.StartOffsetS) || v.AvgPowerW == nil {
			t.Errorf("%+v", v)
		}
		return strings.Join(v.Interval, "|")
	}
	if got := names(); got != "|Kapelle||Ortsschild||Kapelle noch einmal||Sendemast||Ortsschild zurück|" {
		t.Errorf("the intervals are %q", got)
	}
	h.found(t)
	find := func(q structure.Query) *structure.Answer {
		t.Helper()
		q.Days = training.DayRange{From: training.DayOf(h.Now()) - 600, To: training.DayOf(h.Now())}
		a, err := structure.Named(t.Context(), h.db, storetest.Export(ann), analysis.Frame{}, q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := find(structure.Query{Name: "kapelle"})
	if a.Total != 1 || a.Activities[0].Set.Intervals != 2 ||
		!strings.HasPrefix(a.Activities[0].Intervals.String(), "Kapelle 0:36; Kapelle noch einmal 0:43") || a.Searched != 2 {
		t.Errorf("%+v", a)
	}
	if a := find(structure.Query{Name: "kapelle", MinS: 1000}); a.Total != 0 || a.Narrow == "" {
		t.Errorf("%+v", a)
	}
	if err := h.server.EditIntervals(ride, []map[string]any{{"start_index": 10, "end_index": 100, "label": "Anew"}}); err != nil {
		t.Fatal(err)
	}
	sync(false)
	if got := names(); got != "|Anew|" {
		t.Errorf("drawn anew they are %q", got)
	}
	if err := h.server.DeleteActivity(ride); err != nil {
		t.Fatal(err)
	}
	sync(false)
	if a := find(structure.Query{Name: "anew"}); a.Total != 0 {
		t.Errorf("of an activity that is gone: %+v", a)
	}
}

// found checks that intervals which the service found by itself are kept of the
// last days, as what they are, and not asked for again.
func (h *home) found(t *testing.T) {
	t.Helper()
	docs, err := h.db.Documents(t.Context(), storetest.Export(ann), document.Drawn, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range docs {
		x, err := document.Show[training.Drawn](d)
		if err != nil {
			t.Fatal(err)
		}
		if x.Found {
			found++
			if x.Day < training.DayOf(h.Now())-15 || len(x.Intervals) == 0 || x.Version == "" {
				t.Errorf("%+v", x)
			}
		}
	}
	asked := map[string]int{}
	for _, r := range h.server.Requests() {
		if r.Operation == "getIntervals" {
			asked[r.Path]++
		}
	}
	if found < 3 || len(asked) > len(docs) {
		t.Errorf("%d were found, asked for %v", found, asked)
	}
}

// wears checks that gear has the totals of the service where it knows more than
// is here, and that a reminder is due by what it says.
func (h *home) wears(t *testing.T, set *connections.Set, today training.Day) {
	t.Helper()
	service, err := set.Service("intervals")
	if err != nil {
		t.Fatal(err)
	}
	said, err := service.(source.GearKeeper).Gear(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	there, due := map[string]float64{}, map[string]bool{}
	for _, g := range said {
		there["intervals:"+g.ID] = g.DistanceKm
		for _, r := range g.Reminders {
			due[r.Text] = r.UsedPct >= 100 && r.SnoozedUntil.IsZero()
		}
	}
	v, err := gear.List(t.Context(), h.db, storetest.Export(ann),
		gear.Frame{Frame: analysis.Frame{Today: today}, Location: time.UTC}, gear.Query{Retired: true})
	if err != nil {
		t.Fatal(err)
	}
	more, dues := 0, 0
	for _, it := range v.Gear {
		if it.DistanceKm == nil && there[it.ID] > 0 && len(it.Services) == 0 {
			t.Errorf("%s did %v km there, and nothing says so", it.Name, there[it.ID])
		}
		for _, s := range it.Services {
			if more++; math.Abs(s.DistanceKm-there[it.ID]) > 0.1 || s.Service != "intervals" {
				t.Errorf("%s: %+v, there %v", it.Name, s, there[it.ID])
			}
		}
		for _, r := range it.Reminders {
			if due[r.Text] && !r.Due {
				t.Errorf("%s of %s is used up there, and is not due: %+v", r.Text, it.Name, r)
			}
			if due[r.Text] {
				dues++
			}
		}
	}
	if more == 0 || dues == 0 {
		t.Errorf("%d totals of the service, %d reminders that are due there", more, dues)
	}
}

// tells checks the answers about load.
func (h *home) tells(t *testing.T, today training.Day) {
	t.Helper()
	stubs, own := 0, 0
	h.server.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities {
			if a.Stub {
				stubs++
			} else if a.Doc[intervalstest.OwnLoad] != nil {
				own++
			}
		}
	})
	v, err := fitness.TrainingLoad(t.Context(), h.db, storetest.Export(ann), analysis.Frame{Today: today},
		fitness.LoadQuery{Days: training.DayRange{From: today - 500, To: today}})
	if err != nil {
		t.Fatal(err)
	}
	if v.Coverage.Withheld != stubs || v.Coverage.ByMethod["manual"] != own || len(v.Services) != 1 ||
		v.Services[0].CTL == 0 || !strings.Contains(v.Words[0].String(), "withholds") {
		t.Errorf("%d stubs, %d loads set there: %+v, %+v, %q", stubs, own, v.Coverage, v.Services, v.Words)
	}
}

// burns checks that what the service says was burnt counts where the recording
// says nothing, and as the service's word.
func (h *home) burns(t *testing.T, today training.Day) {
	t.Helper()
	there := map[string]float64{}
	h.server.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities {
			if !a.Stub && a.Body != nil {
				there["intervals:"+intervalstest.IDOf(a.Doc)] = intervalstest.Number(a.Doc, "calories")
			}
		}
	})
	told := 0
	for ref, kcal := range there {
		d, err := activity.Describe(t.Context(), h.db, storetest.Export(ann),
			activity.DetailQuery{ID: ref, Sections: []activity.Section{activity.SectionSummary}})
		if err != nil {
			t.Fatal(err)
		}
		if d.Summary["calories_from"] == nil {
			continue
		}
		if told++; d.Summary["calories_from"] != "intervals" || d.Summary["calories_kcal"] != kcal ||
			d.Summary["estimated_calories_kcal"] != nil {
			t.Errorf("%s burnt %v there: %v", ref, kcal, d.Summary)
		}
	}
	rows, err := activity.ListActivities(t.Context(), h.db, storetest.Export(ann), activity.ListQuery{
		Fields: []string{"calories_kcal", "external_ids"}, Filter: store.ActivityFilter{Limit: 500},
	})
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, row := range rows.Activities {
		if row["calories_from"] == "intervals" && row["calories_kcal"] != nil {
			listed++
		}
	}
	if listed == 0 {
		t.Error("no row of the list names the service")
	}
	v, err := fitness.NewHistograms(h.db).Summary(t.Context(), h.db, storetest.Export(ann), analysis.Frame{Today: today}, fitness.SummaryQuery{
		Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 500, To: today},
	})
	if err != nil || told == 0 ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), fmt.Sprintf("%d of them come from a connected service", told)) {
		t.Errorf("of %d the service says it: %v %v", told, v.Words, err)
	}
}
