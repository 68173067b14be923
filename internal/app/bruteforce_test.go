package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/test/naive/rows"
)

// bruteforce holds answers against the reference.
type bruteforce struct {
	*subject

	byID     map[string]*slow
	compared map[string]int
}

// newBruteforce imports the whole collection.
func newBruteforce(t *testing.T) *bruteforce {
	t.Helper()
	a := &subject{person: newPerson(t)}
	for _, folder := range []string{"fit", "gpx", "tcx"} {
		a.run(t.Context(), "import", filepath.Join(testdata.Dir(t), folder)) // some files are damaged on purpose
	}
	a.must(t, "call", "update_athlete_settings", fmt.Sprintf(`{"weight_kg": %g, "effective_from": "1970-01-02", "share": ["weight"]}`, slowKg))
	a.openHome(t)
	return &bruteforce{subject: a, byID: a.slowly(t), compared: map[string]int{}}
}

// TestBestsAreWhatTheRowsSay holds get_curves, get_records and get_activity
// against a reference that reads the rows of every recording by itself.
func TestBestsAreWhatTheRowsSay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it reads the whole collection")
	}
	b := newBruteforce(t)
	days, sports := map[string][]*slow{}, map[string]bool{}
	for _, s := range b.byID {
		days[s.day+" "+s.sport] = append(days[s.day+" "+s.sport], s)
		sports[s.sport] = true
		b.activity(t, s)
	}
	for _, of := range days {
		longest := 0.0
		for _, s := range of {
			longest = math.Max(longest, s.row.ElapsedS)
		}
		for _, q := range questions(of[0].sport, math.Min(86400, longest)) {
			b.curve(t, of, q)
		}
	}
	for sport := range sports {
		b.records(t, sport)
	}
	t.Log(len(b.byID), "activities,", len(days), "days:", b.compared)
}

// claimed compares one cell.
func (b *bruteforce) claimed(t *testing.T, by, column string, f figure, s *slow, step, told float64) {
	t.Helper()
	want := f.of(s, step)
	if math.Abs(told-want) > f.within+1e-9 || math.IsNaN(want) {
		t.Errorf("%s: %s over %g is %v, %v by the rows of %s", by, column, step, told, want, s.file)
	}
	b.compared[by]++
}

// curve asks get_curves about one day and sport: each cell is its activity's
// own, no activity of the day is better, and no cell is missing.
func (b *bruteforce) curve(t *testing.T, of []*slow, q question) {
	t.Helper()
	if len(q.steps) == 0 {
		return
	}
	if q.kind == "power" || q.kind == "np" {
		if of = slices.DeleteFunc(slices.Clone(of), beyondPeople); len(of) == 0 {
			return
		}
	}
	list := "durations_s"
	if q.kind == "distance" {
		list = "distances_m"
	}
	steps, err := json.Marshal(q.steps)
	if err != nil {
		t.Fatal(err)
	}
	args := fmt.Sprintf(`{"kind":%q%s,"sport":%q,"range":"%s..%[4]s",%q:%s}`, q.kind, q.more, of[0].sport, of[0].day, list, steps)
	var v struct {
		Curve   map[string]json.RawMessage
		Missing map[string]string
	}
	tooltest.Decode(t, b.table, b.call(t), "get_curves", args, &v)
	by := "get_curves " + q.kind + q.more
	told := columnsOf(t, v.Curve)
	columns := figures(q.kind, q.afterJ, q.graded)
	for _, step := range q.steps {
		cells, most := 0, math.NaN()
		for column, f := range columns {
			best := slices.MaxFunc(of, func(x, y *slow) int { return f.compare(x, y, step) })
			cell, ok := told.at(column, step)
			if !ok {
				most = f.of(best, step)
				continue
			}
			cells++
			if b.byID[told.id(step)] != nil { // else it is of several recordings
				b.claimed(t, by, column, f, best, step, cell)
			}
		}
		if cells == 0 && !math.IsNaN(most) {
			t.Errorf("%s: nothing over %g on %s, %v by the rows of %s (%s): %v", by, step, of[0].day, most, of[0].file, of[0].sport, v.Missing)
		}
	}
}

// beyondPeople reports whether a recording's power is none that a person has:
// then it counts for no best.
func beyondPeople(s *slow) bool {
	for _, d := range []float64{5, 60, 300, 1200, 3600} {
		if w := rows.MeanAfter(s.watts, int(d), 0); stream.Power(w, d) != "" {
			return true
		}
	}
	return false
}

// compare is above 0 where x is the better; what has no figure is the worst.
func (f figure) compare(x, y *slow, step float64) int {
	a, b := f.of(x, step), f.of(y, step)
	if f.less {
		a, b = -a, -b
	}
	return cmp.Compare(a, b) // NaN is below all numbers
}

// toldColumns are the columns of one curve by name.
type toldColumns struct {
	steps  []float64
	ids    []*string
	values map[string][]*float64
}

func columnsOf(t *testing.T, raw map[string]json.RawMessage) toldColumns {
	t.Helper()
	out := toldColumns{values: map[string][]*float64{}}
	for name, data := range raw {
		var err error
		switch name {
		case "duration_s", "distance_m":
			err = json.Unmarshal(data, &out.steps)
		case "activity_ids":
			err = json.Unmarshal(data, &out.ids)
		case "power_w", "power_w_per_kg", "normalized_power_w", "hr_bpm", "time_s", "pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh":
			var cells []*float64
			err = json.Unmarshal(data, &cells)
			out.values[name] = cells
		}
		if err != nil {
			t.Fatal(name, err)
		}
	}
	return out
}

func (c toldColumns) at(column string, step float64) (float64, bool) {
	i := slices.Index(c.steps, step)
	if cells := c.values[column]; i >= 0 && i < len(cells) && cells[i] != nil {
		return *cells[i], true
	}
	return 0, false
}

func (c toldColumns) id(step float64) string {
	if i := slices.Index(c.steps, step); i >= 0 && i < len(c.ids) && c.ids[i] != nil {
		return *c.ids[i]
	}
	return ""
}

// records asks get_records about a sport of all times.
func (b *bruteforce) records(t *testing.T, sport string) {
	t.Helper()
	var v struct {
		Periods []map[string]json.RawMessage
	}
	args := fmt.Sprintf(`{"sport":%q,"range":"1970-01-02..%s"}`, sport, noon.Format(time.DateOnly))
	tooltest.Decode(t, b.table, b.call(t), "get_records", args, &v)
	for _, period := range v.Periods {
		for _, kind := range []string{"power", "np", "hr", "pace", "distance"} {
			block := map[string]json.RawMessage{}
			if raw, ok := period[kind]; !ok || json.Unmarshal(raw, &block) != nil {
				continue
			}
			told := columnsOf(t, block)
			for column, f := range figures(kind, 0, false) {
				for _, step := range told.steps {
					cell, ok := told.at(column, step)
					if s := b.byID[told.id(step)]; ok && s != nil {
						b.claimed(t, "get_records "+kind, column, f, s, step, cell)
					}
				}
			}
		}
	}
}

// activity asks get_activity about one.
func (b *bruteforce) activity(t *testing.T, s *slow) {
	t.Helper()
	kinds := map[string]string{
		"power_w": "power", "power_w_per_kg": "power", "hr_bpm": "hr", "time_s": "distance", "pace_s_per_km": "distance",
	}
	for _, c := range b.ofActivity(t, s.id) {
		f := figures(kinds[c.what], 0, false)[c.what]
		b.claimed(t, "get_activity", c.what, f, s, c.step, c.value)
	}
}
