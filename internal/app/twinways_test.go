package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

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

// piece is a part of a random activity, some metres or many kilometres aside.
func (a *subject) piece(t *testing.T, r *rand.Rand) []training.RoutePoint {
	t.Helper()
	whole := training.Scope{Athlete: a.Athlete, Audience: training.AudienceExport}
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
	"get_route.points":   "how many are shown",
	"import_files.paths": "files in a folder that the athlete named",
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
