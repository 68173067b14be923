package recording_test

import (
	packer "archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
	"lapkeep/test/realdata"
)

// index returns the collection's table of sessions by file.
func index(t *testing.T) map[string][]map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(realdata.Dir(t), "fit", "index.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]map[string]string{}
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, name := range rows[0] {
			m[name] = row[i]
		}
		out[m["file"]] = append(out[m["file"]], m)
	}
	return out
}

// TestRealFilesAreUnderstood reads every file of the collection: each is an
// activity, ignored with a reason, or a clear error.
func TestRealFilesAreUnderstood(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"fit/*.fit", "fit-bad/*.fit", "tcx/*.tcx", "gpx/*.gpx"} {
		for _, path := range realdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(path)
			res, err := recording.Read(context.Background(), name, data, recording.Limits{})
			switch {
			case err != nil:
				if k := training.KindOf(err); k != training.KindCorrupt && k != training.KindUnsupported {
					t.Errorf("%s: %v error: %v", name, k, err)
				}
				if pattern == "fit/*.fit" {
					t.Errorf("%s: %v", name, err)
				}
			case (len(res.Recordings) == 0) == (res.Ignored == ""):
				t.Errorf("%s: %d recordings, ignored %q", name, len(res.Recordings), res.Ignored)
			}
			for _, r := range res.Recordings {
				checkSane(t, name, r)
			}
		}
	}
}

// checkSane wants what every reader of recordings relies on.
func checkSane(t *testing.T, name string, r *training.Recording) {
	t.Helper()
	n := r.Columns.Len()
	for i, s := range r.Columns.TimeS {
		if s < 0 || i > 0 && s <= r.Columns.TimeS[i-1] {
			t.Errorf("%s: time %d in row %d", name, s, i)
			break
		}
	}
	for ch, col := range r.Columns.Data {
		if len(col.Values) != n && len(col.Values) != 0 || len(col.Valid) != 0 && len(col.Valid) != (n+63)/64 || col.Valid.Count() > n {
			t.Errorf("%s: column %v has %d values for %d rows", name, training.Channel(ch), len(col.Values), n)
		}
	}
	for _, d := range r.Columns.Developer {
		if len(d.Values) != n || d.Name == "" {
			t.Errorf("%s: developer column %q has %d values for %d rows", name, d.Name, len(d.Values), n)
		}
	}
	last := 0.0
	for _, p := range r.Pauses {
		if p.FromS < last || p.ToS <= p.FromS || p.ToS > r.ElapsedS {
			t.Errorf("%s: pause %v", name, p)
		}
		last = p.ToS
	}
	for i, l := range r.Laps {
		if l.StartS < 0 || l.EndS < l.StartS || i > 0 && l.StartS != r.Laps[i-1].EndS {
			t.Errorf("%s: lap %d is %v to %v", name, i, l.StartS, l.EndS)
		}
	}
	if r.ElapsedS < 0 || r.TimerS < 0 || r.Sport == "" || r.Start.Year() < 1989 {
		t.Errorf("%s: %v s elapsed, %v s timer, sport %q, start %v", name, r.ElapsedS, r.TimerS, r.Sport, r.Start)
	}
	for m, x := range r.DeviceValues {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("%s: %s is %v", name, m, x)
		}
	}
}

// Files whose rows are fewer than their records, each with its reason.
var fewerRows = map[string]string{
	"course":                     "ignored",
	"cottwich":                   "two records a second",
	"test_export_nk_oarlock":     "two records a second",
	"rowingdata__workout":        "two records a second",
	"fit__0134902991":            "two records a second",
	"hrv_analyzer__sample":       "two records a second",
	"python-fitparse__event_tim": "two records a second",
	"fit__TestEncode":            "a record without time",
	"valid_only_contain_fileid":  "one record is no activity",
	"fitparse__DeveloperData":    "records without time",
}

func expectFewerRows(name string, row map[string]string) bool {
	if row["file_type"] == "course" {
		return true
	}
	for part := range fewerRows {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// recordsOf counts the rows that are records: not the row of distance alone
// with which a leg of several may end.
func recordsOf(r *training.Recording) int {
	n := r.Columns.Len()
	if r.SessionIndex+1 == r.Sessions || n == 0 {
		return n
	}
	for ch := range training.NumChannels {
		if _, has := r.Columns.At(ch, n-1); has != (ch == training.Distance) {
			return n
		}
	}
	return n - 1
}

// TestRealFITsAgreeWithTheIndex compares with what another reader found.
func TestRealFITsAgreeWithTheIndex(t *testing.T) {
	t.Parallel()
	sessions, values := 0, 0
	table := index(t)
	for _, path := range realdata.Files(t, "fit/*.fit") {
		name := filepath.Base(path)
		rows := table[name]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		res := read(t, data)
		if len(rows) == 0 {
			continue
		}
		n := 0
		for _, r := range res.Recordings {
			n += recordsOf(r)
		}
		if want := number(rows[0]["records"]); float64(n) != want && !expectFewerRows(name, rows[0]) {
			t.Errorf("%s: %d rows, want %v", name, n, want)
		}
		if rows[0]["n_sess"] == "" || res.Ignored != "" {
			continue
		}
		if want := number(rows[0]["n_sess"]); float64(len(res.Recordings)) != want {
			t.Errorf("%s: %d sessions, want %v", name, len(res.Recordings), want)
			continue
		}
		for i, r := range res.Recordings {
			sessions++
			values += compareSession(t, name, r, rows[i], len(rows))
		}
	}
	if sessions < 120 || values < 1200 {
		t.Errorf("compared %d values of %d sessions only", values, sessions)
	}
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// compareSession compares one session and says how many values it compared.
func compareSession(t *testing.T, name string, r *training.Recording, row map[string]string, siblings int) (compared int) {
	t.Helper()
	v := r.DeviceValues
	check := func(column string, got, tolerance float64) {
		want := number(row[column])
		if math.IsNaN(want) {
			return
		}
		compared++
		if math.Abs(want-got) > tolerance {
			t.Errorf("%s session %d: %s is %v, want %v", name, r.SessionIndex, column, got, want)
		}
	}
	device := func(column string, m training.Metric, factor, tolerance float64) {
		if x, ok := v[m]; ok {
			check(column, x*factor, tolerance)
		} else if want := number(row[column]); want > 0 {
			t.Errorf("%s session %d: no %s, want %v", name, r.SessionIndex, m, want)
		}
	}
	// Written in milliseconds where the format wants seconds; the records tell.
	if !strings.Contains(name, "rowingdata__workout") {
		check("elapsed_s", r.ElapsedS, 0.001)
		check("timer_s", r.TimerS, 0.001)
	}
	if siblings == 1 && !strings.Contains(name, "rowingdata__3x250m") {
		// The index counts a lap on the border of two sessions twice, and only
		// laps within the session's own time.
		check("n_laps", float64(len(r.Laps)), 0)
		check("n_lengths", float64(len(r.Lengths)), 0)
	}
	if hrv := number(row["n_hrv"]); hrv > 0 && (len(r.RR) < int(hrv) || len(r.RR) > 5*int(hrv)) {
		t.Errorf("%s: %d intervals from %v messages", name, len(r.RR), hrv)
	}
	device("NP", training.MetricNormalizedPowerW, 1, 0)
	device("TSS", training.MetricTSS, 1, 1e-6)
	device("IF", training.MetricIntensityFactor, 1, 1e-6)
	device("threshold_power", training.MetricThresholdPowerW, 1, 0)
	device("total_work_J", training.MetricWorkKJ, 1000, 1e-6)
	device("distance_m", training.MetricDistanceKM, 1000, 1e-6)
	device("avg_power", training.MetricAvgPowerW, 1, 0)
	device("max_power", training.MetricMaxPowerW, 1, 0)
	device("avg_hr", training.MetricAvgHRBpm, 1, 0)
	device("max_hr", training.MetricMaxHRBpm, 1, 0)
	device("avg_cad", training.MetricAvgCadenceRPM, 1, 0.999)
	// One file's two fields of speed contradict each other, another's differ by
	// a millimetre.
	if !strings.Contains(name, "fit-javascript-sdk__Hrm") {
		device("avg_speed", training.MetricAvgSpeedKMH, 1/3.6, 1e-6)
		device("max_speed", training.MetricMaxSpeedKMH, 1/3.6, 0.0011)
	}
	device("ascent", training.MetricElevationGainM, 1, 0)
	device("descent", training.MetricElevationLossM, 1, 0)
	device("kcal", training.MetricCaloriesKcal, 1, 0)
	device("TE", training.MetricTrainingEffect, 1, 1e-6)
	device("anaTE", training.MetricAnaerobicEffect, 1, 1e-6)
	return compared
}

// TestRealDamageIsSalvaged wants every record that can be decoded.
func TestRealDamageIsSalvaged(t *testing.T) {
	t.Parallel()
	want := map[string]int{
		"activity-unexpected-eof": 14, "activity-filecrc": 14, "activity-settings-corruptheader": 14,
		"activity-settings-nodata": 14, "activity-activity-filecrc": 28, "virtual_ride": 3806,
		"dual-developer-index": 16, "strava-android-app": 2600, "huez": 13134, "frozen": 9555,
	}
	found := 0
	for _, path := range realdata.Files(t, "fit-bad/*.fit") {
		for part, least := range want {
			if !strings.Contains(path, "__"+part) {
				continue
			}
			found++
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			res, n := read(t, data), 0
			for _, r := range res.Recordings {
				n += r.Columns.Len()
			}
			if n < least {
				t.Errorf("%s: %d rows, want at least %d", part, n, least)
			}
			if damaged := strings.HasPrefix(part, "activity-") || part == "strava-android-app"; res.Salvaged != damaged {
				t.Errorf("%s: salvaged is %v", part, res.Salvaged)
			}
		}
	}
	if found < len(want)-1 {
		t.Errorf("only %d of %d files are there", found, len(want))
	}
}

func TestRealCoursesAndSettingsAreIgnored(t *testing.T) {
	t.Parallel()
	table := index(t)
	kinds := map[string]reading.Kind{
		"settings": reading.Settings, "course": reading.Course, "workout": reading.Workout,
		"monitoring_b": reading.Monitoring, "weight": reading.Weight,
	}
	for _, path := range realdata.Files(t, "fit/*.fit") {
		rows := table[filepath.Base(path)]
		if len(rows) == 0 || kinds[rows[0]["file_type"]] == "" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if res := read(t, data); res.Kind != kinds[rows[0]["file_type"]] || res.Ignored == "" {
			t.Errorf("%s: %s, ignored %q", filepath.Base(path), res.Kind, res.Ignored)
		}
	}
}

// TestUnfinished cuts a file of each form everywhere: the whole one is
// finished, and none of its beginnings is.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	o := ingesttest.Outing{Sport: training.Cycling, Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Seconds: 60, LatDeg: 47, LonDeg: 8}
	recs := []*training.Recording{o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: ingesttest.Everything()})}
	written := func(err error, b *bytes.Buffer) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	var b, x, g, z, p bytes.Buffer
	ride := written(fit.Write(&b, recs), &b)
	packed := gzip.NewWriter(&z)
	_, _ = packed.Write(ride)
	zipped := packer.NewWriter(&p)
	member, err := zipped.Create("a.fit")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = member.Write(ride)
	forms := map[string][]byte{
		"FIT": ride, "two FITs": append(bytes.Clone(ride), ride...),
		"TCX": written(xmlfile.WriteTCX(&x, recs[0]), &x), "GPX": written(xmlfile.WriteGPX(&g, recs[0]), &g),
		"KML":  []byte("\ufeff<?xml version='1.0'?>\n<k:kml xmlns:k='a'><k:Document/></k:kml >\n<!-- made by -->\n"),
		"JSON": []byte(`{"RIDE": {"a\"}": [1, "]", {}]}}` + "\n"), "gzip": written(packed.Close(), &z), "zip": written(zipped.Close(), &p),
	}
	unfinished := func(data []byte) bool {
		return recording.Unfinished(context.Background(), bytes.NewReader(data), int64(len(data)))
	}
	for name, data := range forms {
		if unfinished(data) {
			t.Errorf("%s is whole", name)
		}
		end := len(bytes.TrimSpace(data))
		for n := 64; n < end; n += 1 + min(10, (end-n)/50) {
			if name == "two FITs" && n >= len(ride) && n < len(ride)+12 || bytes.Contains(data[:n], []byte("</k:kml >")) {
				continue
			}
			if !unfinished(data[:n]) {
				t.Fatalf("%s: %d of %d bytes pass as whole", name, n, len(data))
			}
		}
		if reserved := append(bytes.Clone(data[:end/3]), make([]byte, end-end/3)...); !unfinished(reserved) {
			t.Errorf("%s: a copy that is a third done passes as whole", name)
		}
	}
	open := bytes.Clone(ride)
	copy(open[4:8], []byte{0, 0, 0, 0})
	if !unfinished(open) || !unfinished(make([]byte, 100)) {
		t.Error("a FIT without a length, or reserved room, passes as whole")
	}
	for _, other := range []string{"a,b\n1,2", "no recording", "<\x00g\x00p\x00x\x00>\x00"} {
		if unfinished([]byte(other)) {
			t.Errorf("%q waits for nothing", other)
		}
	}
}
