package oracle

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// average is an average or a distance that devices store, and how near ours has
// to come to it.
type average struct {
	name   string
	metric training.Metric
	laps   bool
	of     func(training.Sport) bool
	near   func(ours, device float64) bool
}

func averages() []average {
	running := func(s training.Sport) bool { return s == training.Running }
	return []average{
		{"average power", training.MetricAvgPowerW, false, every, within(1)},
		{"lap power", training.MetricAvgPowerW, true, every, within(1)},
		{"distance", training.MetricDistanceKM, false, every, within(0.001)},
		{"running cadence", training.MetricAvgCadenceRPM, false, running, part(0.02)},
		{"cycling cadence", training.MetricAvgCadenceRPM, false, bike, within(1)},
		{"heart rate", training.MetricAvgHRBpm, false, every, within(1)},
	}
}

// apart says of each family of devices why some of its values are others than
// ours.
var apart = map[string]string{
	"(none) Garmin Edge 1000":    "TCX contains no pauses, so a stop of 30 s counts as riding",
	"coros COROS APEX Pro":       "matches the rounded mean without zeros; one run is not enough for a rule",
	"garmin 0":                   "programs that write under Garmin's name; one stores 1204 km for 50 minutes of rowing",
	"garmin edge1000":            "a ride of 1½ minutes whose work does not match its rows",
	"garmin edge800":             "its clock was set back during the ride: 171 m in one second, which we reject",
	"garmin edge810":             "no file contains the setting that includes zeros in cadence",
	"garmin edge_1030":           "no file contains the setting that includes zeros in cadence",
	"garmin edge_530":            "a lap of 15 s after a pause, with one second without power",
	"garmin fenix3_hr":           "its sensor reports 240 and more, which we leave out",
	"garmin fenix5":              "recordings of a minute with a row every three seconds",
	"garmin fenix6":              "power without zeros, a setting that no file contains; its single lap cannot show it",
	"garmin fr255":               "the rows of an open water swim contain a single heart rate",
	"garmin fr735xt":             "a pool swim: it is unknown which rows at the wall count",
	"garmin fr935":               "pool swims, as above; a lap of two minutes with a pause",
	"hammerhead Karoo 2":         "rows have the time of the end of their second, which matters in a short lap",
	"mywhoosh 3570":              "seconds without a heart rate count as zero, and the mean is truncated to a whole number",
	"srm 8":                      "its cadence rule is unknown",
	"stages_cycling Stages M200": "six rows of up to 47 kW, which we leave out, are included in its lap and partly in its total",
	"suunto Suunto 9 Baro":       "nine seconds without power at the start of a lap; the value it uses for them is unknown",
	"wahoo_fitness 28":           "a cadence of 131, although the rows have 68",
	"wahoo_fitness 31":           "a ride of two minutes; its rule is unknown",
	"wahoo_fitness 37":           "a recording of half a minute; its rule is unknown",
	"zwift 0":                    "seconds without a heart rate count as zero, and means are truncated to whole numbers",
}

// family names a device by its maker and product.
func family(d training.Device) string {
	maker := d.Manufacturer
	if maker == "" {
		maker = "(none)"
	}
	return strings.TrimSpace(maker + " " + d.Product)
}

// byFamily counts each average in every recording of the collection, whole or
// damaged, of any format.
func byFamily(t *testing.T) map[string][]tally {
	t.Helper()
	out := map[string][]tally{}
	for _, pattern := range []string{"fit/*.fit", "fit-bad/*.fit", "tcx/*.tcx"} {
		for _, path := range realdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			res, _ := recording.Read(t.Context(), filepath.Base(path), data, reading.Limits{}) //nolint:errcheck // what was read is looked at
			for _, r := range res.Recordings {
				name := family(r.Device)
				if out[name] == nil {
					out[name] = make([]tally, len(averages()))
				}
				countAverages(r, halfBy(data), out[name])
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, l []tally) bool {
		return !slices.ContainsFunc(l, func(x tally) bool { return x.n > 0 })
	})
	return out
}

// countAverages counts those of a recording in the tally of the same index. A
// value that ours lacks is not equal.
func countAverages(r *training.Recording, h half, out []tally) {
	s := summary.NewStretches(stream.Of(r, stream.Limits{}))
	whole, laps := s.Whole(), summary.LapsIn(s)
	for i, a := range averages() {
		count := func(ours, device training.Values) {
			d := device[a.metric]
			if x, ok := ours[a.metric]; d > 0 && a.of(r.Sport) {
				out[i].count(h, ok && a.near(x, d))
			}
		}
		if !a.laps {
			count(whole.Values, r.DeviceValues)
			continue
		}
		for _, l := range laps {
			count(l.Values, l.Device)
		}
	}
}

const familyPreface = `
## By device

Every recording of the collection, intact or damaged, FIT and TCX, in which the
device stored the value: the number of equal values in the first half + the second.
"Equal" means power, heart rate and cycling cadence within 1, distance within a
metre, running cadence within 2 %. If a maker's rule is unknown, or depends on a
setting that no file contains, Lapkeep keeps its own value and shows the
device's next to it.

`

// familyTable returns the table, and the families that differ without a word.
func familyTable(t *testing.T) (page string, silent []string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(familyPreface + "| Device |")
	all := make([]tally, len(averages()))
	for _, a := range averages() {
		fmt.Fprintf(&b, " %s |", a.name)
	}
	fmt.Fprintf(&b, " Where they differ |\n|%s\n", strings.Repeat("---|", len(all)+2))
	line := func(name string, l []tally, why string) {
		fmt.Fprintf(&b, "| %s |", name)
		for _, x := range l {
			fmt.Fprintf(&b, " %s |", halvesOf(x))
		}
		fmt.Fprintf(&b, " %s |\n", why)
	}
	families := byFamily(t)
	for _, name := range slices.Sorted(maps.Keys(families)) {
		l := families[name]
		line(name, l, apart[name])
		differs := slices.ContainsFunc(l, func(x tally) bool { return x.hits < x.n })
		if differs != (apart[name] != "") {
			silent = append(silent, name)
		}
		for i, x := range l {
			all[i].hits, all[i].n = all[i].hits+x.hits, all[i].n+x.n
			all[i].second = rate{all[i].second.hits + x.second.hits, all[i].second.n + x.second.n}
		}
	}
	line("all", all, "")
	return b.String(), silent
}

// halvesOf returns the rates of both halves; of one without recordings nothing.
func halvesOf(l tally) string {
	switch first := l.first(); {
	case l.n == 0:
		return ""
	case first.n == 0:
		return "– + " + l.second.String()
	case l.second.n == 0:
		return first.String() + " + –"
	default:
		return first.String() + " + " + l.second.String()
	}
}

// TestEveryFamilyThatDiffersHasAReason, and none has one that differs no more.
func TestEveryFamilyThatDiffersHasAReason(t *testing.T) {
	t.Parallel()
	if _, silent := familyTable(t); len(silent) > 0 {
		t.Errorf("devices that differ without a reason, or have one without a difference: %s", strings.Join(silent, ", "))
	}
}
