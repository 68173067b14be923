//go:build e2e

package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/naive/rows"
	"lapkeep/test/realdata"
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
		a.run(t.Context(), "import", filepath.Join(realdata.Dir(t), folder)) // some files are damaged on purpose
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

// compare returns a number above 0 where x is the better; one without a figure
// is the worst.
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

// TestTwinsAreToldAlikeOfWays: athletes who share no position, and who differ by
// where they were alone, get the same bytes for random tracks near to and far
// from where they were, and for all that is asked afterwards.
func TestTwinsAreToldAlikeOfWays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	all := keptByTwins()
	one, other := newTwin(t, all[0]), newTwin(t, all[1])
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	asked := 0
	ask := func(tool, call string) {
		t.Helper()
		asked++
		if want, got := one.told(t, tool, call), other.told(t, tool, call); want != got {
			t.Errorf("seed %d: %s %.200s tells the twins apart:\n%s", seed, tool, call, differing(want, got))
		}
	}
	for i := range 60 {
		of := []*subject{one, other}[i%2]
		way := of.piece(t, r)
		gpx := gpxOf(way)
		for _, a := range []*subject{one, other} {
			if err := os.WriteFile(filepath.Join(a.user, "rides", "way.gpx"), []byte(gpx), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, where := range []string{fmt.Sprintf(`"gpx":%q`, gpx), fmt.Sprintf(`"path":%q`, "way.gpx")} {
			ask("save_segment", fmt.Sprintf(`{"name":"Way %d","dry_run":true,%s}`, i, where))
			ask("save_segment", fmt.Sprintf(`{"name":"Way %d",%s}`, i, where))
		}
		ask("list_segments", fmt.Sprintf(`{"source":"strava","bounds":[%f,%f,%f,%f]}`, way[0].LatDeg-0.01, way[0].LonDeg-0.01,
			way[0].LatDeg+0.01, way[0].LonDeg+0.01))
		ask("get_segment", fmt.Sprintf(`{"id":"Way %d"}`, i))
		ask("get_segment_ranking", fmt.Sprintf(`{"id":"Way %d"}`, i))
	}
	for _, kind := range []string{"own", "climbs", "proposed", "starred"} {
		ask("list_segments", `{"kind":"`+kind+`"}`)
	}
	for _, id := range one.ids[:4] {
		ask("get_activity", `{"id":"`+id+`","sections":["segments","climbs","similar"]}`)
	}
	ask("get_records", `{"by":["segment"]}`)
	t.Logf("%d answers about random tracks were compared", asked)
}

// piece returns a part of a random activity, some metres or many kilometres
// aside.
func (a *subject) piece(t *testing.T, r *rand.Rand) []training.RoutePoint {
	t.Helper()
	whole := training.Everything(a.Athlete)
	for {
		cols, err := a.DB.Stream(t.Context(), whole, training.ActivityID(a.ids[r.IntN(len(a.ids))]), store.AllChannels)
		if err != nil {
			t.Fatal(err)
		}
		if !cols.Has(training.Latitude) {
			continue
		}
		aside := []float64{0, 0, 0.00005, 0.0005, 0.01, 3}[r.IntN(6)]
		from := r.IntN(cols.Len() / 2)
		var way []training.RoutePoint
		for row := from; row < min(from+100+r.IntN(400), cols.Len()); row += 2 {
			lat, ok := cols.At(training.Latitude, row)
			lon, there := cols.At(training.Longitude, row)
			if ok && there {
				const degrees = 180.0 / (1 << 31)
				way = append(way, training.RoutePoint{LatDeg: float64(lat)*degrees + aside, LonDeg: float64(lon) * degrees})
			}
		}
		if len(way) > 1 {
			return way
		}
	}
}

func gpxOf(way []training.RoutePoint) string {
	var b strings.Builder
	b.WriteString(`<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>`)
	for _, p := range way {
		fmt.Fprintf(&b, `<trkpt lat="%.7f" lon="%.7f"></trkpt>`, p.LatDeg, p.LonDeg)
	}
	return b.String() + `</trkseg></trk></gpx>`
}

// somewhere are names of arguments that could say where something is.
var somewhere = regexp.MustCompile(`gpx|tcx|lat|lon|geo|bound|bbox|near|poly|track|way|path|point|place|posit|coord|locat|center|area|address|city`)

// nowhere are arguments that have such a name and say nothing of a place.
var nowhere = map[string]string{
	"get_wellness.correlate":         "two fields of a day",
	"get_route.points":               "how many are shown",
	"import_files.paths":             "files in a folder that the athlete named",
	"create_training_plan.long_days": "days of the week",
	"create_training_plan.anyway":    "whether to save what is not advisable",
	"save_training_plan.template":    "whether it is one",
}

// TestWhatSaysWhereIsKnown: every argument of every tool that may say where
// something is is one that an assistant needs a right for.
func TestWhatSaysWhereIsKnown(t *testing.T) {
	t.Parallel()
	found := 0
	for _, row := range wholeTable(t).Rows() {
		var look func(path string, s *jsonschema.Schema)
		look = func(path string, s *jsonschema.Schema) {
			if s == nil {
				return
			}
			look(path, s.Items)
			for name, of := range s.Properties {
				top := strings.Split(strings.TrimPrefix(path+"."+name, row.Name+"."), ".")[0]
				switch {
				case slices.Contains(row.Where, top):
					found++
				case somewhere.MatchString(name) && nowhere[path+"."+name] == "":
					t.Errorf("%s.%s may say where something is: name it in Where of its row, or here if it does not", path, name)
				}
				look(path+"."+name, of)
			}
		}
		look(row.Name, row.Input())
		for _, name := range row.Where {
			if row.Input().Properties[name] == nil {
				t.Errorf("%s has no argument %s", row.Name, name)
			}
		}
	}
	if found < 3 {
		t.Errorf("%d such arguments were found", found)
	}
}
