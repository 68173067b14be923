package endomondotest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lapkeep/test/archivetest/endomondotest"
)

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	one := endomondotest.Build(endomondotest.Options{}).Zip()
	if !bytes.Equal(one, endomondotest.Build(endomondotest.Options{}).Zip()) {
		t.Error("two builds differ")
	}
	if bytes.Equal(one, endomondotest.Build(endomondotest.Options{Seed: 1}).Zip()) {
		t.Error("another seed changes nothing")
	}
}

// TestFilesAreWhatTheTruthSays: the JSON is one, in objects of one member each,
// down to the points, and the file beside it begins at the same moment.
func TestFilesAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	a := endomondotest.Build(endomondotest.Options{Seed: 3})
	ways := map[endomondotest.Way]bool{}
	for _, w := range a.Workouts {
		ways[w.Way] = true
		var list []map[string]json.RawMessage
		if err := json.Unmarshal(a.Data(w.File), &list); err != nil {
			t.Fatalf("%s: %v", w.File, err)
		}
		all := flat(t, list)
		var start string
		var duration int
		_ = json.Unmarshal(all["start_time"], &start)
		_ = json.Unmarshal(all["duration_s"], &duration)
		if at, err := time.Parse("2006-01-02 15:04:05.0", start); err != nil || !at.Equal(w.Start) || duration != w.DurationS {
			t.Errorf("%s: from %s, %d s, want %+v", w.File, start, duration, w)
		}
		located, timed, hearts := points(t, all["points"])
		n := len(w.Body.Points())
		want := map[endomondotest.Way][2]int{endomondotest.Tracked: {n, n}, endomondotest.Indoors: {0, n}, endomondotest.Drawn: {(n-1)/12 + 1, 0}}[w.Way]
		if [2]int{located, timed} != want || (hearts == n) != (w.AvgHR > 0) {
			t.Errorf("%s is %s: %d located, %d timed, %d hearts; want %v", w.File, w.Way, located, timed, hearts, want)
		}
		beside := a.Data(strings.TrimSuffix(w.File, "json") + "tcx")
		if !bytes.Contains(beside, []byte(w.Start.Format(`StartTime="2006-01-02T15:04:05`))) ||
			(w.Way == endomondotest.Typed) == bytes.Contains(beside, []byte("<Trackpoint>")) {
			t.Errorf("%s: beside it is %.200s", w.File, beside)
		}
	}
	if len(ways) != 4 {
		t.Errorf("of all ways only %v", ways)
	}
}

func flat(t *testing.T, list []map[string]json.RawMessage) map[string]json.RawMessage {
	t.Helper()
	all := map[string]json.RawMessage{}
	for _, one := range list {
		if len(one) != 1 {
			t.Errorf("%d members in one object", len(one))
		}
		for name, value := range one {
			all[name] = value
		}
	}
	return all
}

func points(t *testing.T, raw json.RawMessage) (located, timed, hearts int) {
	t.Helper()
	var list [][]map[string]json.RawMessage
	if raw == nil {
		return 0, 0, 0
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		all := flat(t, p)
		var halves [][]map[string]float64
		if json.Unmarshal(all["location"], &halves) == nil && halves[0][0]["latitude"] > 0 && halves[0][1]["longitude"] > 0 {
			located++
		}
		if all["timestamp"] != nil {
			timed++
		}
		if all["heart_rate_bpm"] != nil {
			hearts++
		}
	}
	return located, timed, hearts
}
