package activities_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestSimilarActivities imports one workout three times, on one way and the
// other way round, and another somewhere else.
func TestSimilarActivities(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "b.fit", workout(7, 5, 240, 120, 290))
	back := workout(14, 10, 60, 60, 350)
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		slices.Reverse(back.Columns.Data[ch].Values)
	}
	h.file(t, "c.fit", back)
	away := workout(21, 5, 240, 120, 285)
	for i := range away.Columns.Data[training.Latitude].Values {
		away.Columns.Data[training.Latitude].Values[i] += 50_000_000
	}
	h.file(t, "d.fit", away)
	var done imported
	h.decode(t, "import_files", `{"paths":["."]}`, &done)
	ids := map[string]string{}
	for _, f := range done.Files {
		ids[filepath.Base(f.Path)] = string(f.Activities[0])
	}
	args := `{"id":"` + ids["b.fit"] + `","sections":["similar"]}`
	var d activity.Detail
	h.decode(t, "get_activity", args, &d)
	if d.Similar == nil || d.Similar.Route == nil || d.Similar.Profile == nil || d.Similar.Structure == nil {
		t.Fatalf("%+v %v", d.Similar, d.Missing)
	}
	if got, want := described(d.Similar.Route, ids), "a.fit "; got != want {
		t.Errorf("route %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Structure, ids), "d.fit 5 × 4:00 @ 289 W, 2:00 easy|a.fit 5 × 4:00 @ 284 W, 2:00 easy"; got != want {
		t.Errorf("structure %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Profile, ids), "d.fit "; got != want {
		t.Errorf("profile %q, want %q", got, want)
	}
	text := tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "get_activity", args).Text
	if strings.Contains(text, "lat") && strings.Contains(text, "lon") {
		t.Errorf("the answer tells a place: %s", text)
	}
}

// described is the rows of matches: the file, whether it went the other way,
// and the intervals.
func described(m *activity.Matches, ids map[string]string) string {
	var out []string
	for _, f := range m.Activities {
		for name, id := range ids {
			if id == f["id"] {
				words := name + " "
				if f["reversed"] == true {
					words += "reversed "
				}
				if sets, ok := f["intervals"].(string); ok {
					words += sets
				}
				out = append(out, words)
			}
		}
	}
	return strings.Join(out, "|")
}

// BenchmarkSimilarActivities is over 15,000 stored activities on forty loops,
// every third with intervals: the first question of a process, and later ones.
func BenchmarkSimilarActivities(b *testing.B) {
	h := newHome(b)
	db := h.db
	h.file(b, "a.fit", workout(0, 5, 240, 120, 280))
	answer := tooltest.Call(b, h.table, call(b, answerstest.ActivityModel), "import_files", `{"paths":["."]}`)
	var in imported
	if err := json.Unmarshal([]byte(answer.Text), &in); err != nil {
		b.Fatal(err)
	}
	own := in.Files[0].Activities[0]
	storetest.Write(b, db, func(tx *store.Tx) error {
		p := structured(0)
		p.Activity, p.Kind, p.Data = own, derive.Route, derive.EncodeRoute(looped(3))
		return tx.PutPrimitive(answerstest.ActivityAthlete, p)
	})
	const each = 500
	for from := 0; from < 15000; from += each {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for n := from; n < from+each; n++ {
				if err := putRide(tx, n); err != nil {
					return err
				}
				p := structured(n)
				if n%3 == 0 {
					if err := tx.PutPrimitive(answerstest.ActivityAthlete, p); err != nil {
						return err
					}
				}
				p.Kind, p.Data = derive.Route, derive.EncodeRoute(looped(n%40))
				if err := tx.PutPrimitive(answerstest.ActivityAthlete, p); err != nil {
					return err
				}
			}
			return nil
		})
	}
	ask := func(table *tools.Table) {
		args := json.RawMessage(`{"id":"` + own + `","sections":["similar"]}`)
		res, err := table.Call(b.Context(), "get_activity", call(b, answerstest.ActivityModel), args)
		if err != nil || !strings.Contains(res.Text, `"total":375`) {
			b.Fatal(res, err)
		}
	}
	table := func() *tools.Table {
		sets := structure.NewIndex(db)
		return tools.NewTable(activities.Rows(activities.Deps{Store: db, Intervals: sets, Similar: structure.NewSimilarIndex(db, sets)})...)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(table())
		}
	})
	one := table()
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			ask(one)
		}
	})
}

// looped is the sketch of the n-th loop, of 150 corners.
func looped(n int) *route.Sketch {
	s := &route.Sketch{DistanceDM: int64(100_000 + 25_000*n), TimerDS: 36_000}
	for i := range 151 {
		a, r := 2*math.Pi*float64(i)/150, 1500+370*float64(n)
		r *= 1 + 0.2*math.Sin(float64(3+n%5)*a)
		s.Line = append(s.Line, route.Point{Lat: 4_500_000 + int32(r*math.Sin(a)), Lon: 700_000 + int32(r*math.Cos(a))})
	}
	s.Extent = route.ExtentOf(s.Line)
	for i := range route.ProfilePoints {
		s.ProfileDM = append(s.ProfileDM, int32(3000+400*math.Sin(float64(i*(1+n%7))/10)))
	}
	return s
}
