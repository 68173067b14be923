package polartest_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"lapkeep/test/archivetest/polartest"
)

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		o := polartest.Options{Generation: g}
		one := polartest.Build(o).Zip()
		if !bytes.Equal(one, polartest.Build(o).Zip()) {
			t.Errorf("%s: two builds differ", g)
		}
		o.Seed++
		if bytes.Equal(one, polartest.Build(o).Zip()) {
			t.Errorf("%s: another seed changes nothing", g)
		}
	}
}

// session is both generations' form in one; a field is of the one or the other.
type session struct {
	Start     string  `json:"startTime"`
	Offset    int     `json:"timezoneOffsetMinutes"`
	OldOffset int     `json:"timeZoneOffset"`
	Metres    float64 `json:"distanceMeters"`
	OldMetres float64 `json:"distance"`
	Exercises []struct {
		Samples json.RawMessage `json:"samples"`
		Routes  struct {
			Route struct {
				Start  string           `json:"startTime"`
				Points []map[string]any `json:"wayPoints"`
			} `json:"route"`
		} `json:"routes"`
	} `json:"exercises"`
}

func TestSessionsAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seed: 3})
		bare := 0
		for _, w := range a.Truth.Sessions {
			data := a.Data(w.File)
			if json.Valid(data) != (w.HeartLost == 0) {
				t.Errorf("%s: JSON %v with %d values lost", w.File, json.Valid(data), w.HeartLost)
			}
			if n := bytes.Count(data, []byte("NaN")); n != w.HeartLost {
				t.Errorf("%s: %d values lost, want %d", w.File, n, w.HeartLost)
			}
			var s session
			if err := json.Unmarshal(bytes.ReplaceAll(data, []byte("NaN"), []byte("null")), &s); err != nil {
				t.Fatalf("%s: %v", w.File, err)
			}
			start, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(s.Start, ".000"))
			if at := start.Add(-time.Duration(s.Offset+s.OldOffset) * time.Minute); err != nil || !at.Equal(w.Start) ||
				60*(s.Offset+s.OldOffset) != w.OffsetS {
				t.Errorf("%s: begins %s, want %s, %v", w.File, at, w.Start, err)
			}
			if math.Abs(s.Metres+s.OldMetres-w.DistanceM) > 0.1 {
				t.Errorf("%s: %v m, want %v", w.File, s.Metres+s.OldMetres, w.DistanceM)
			}
			hearts, positions := samples(t, s, g)
			if hearts != w.DurationS+1 || positions != w.Positions {
				t.Errorf("%s: %d heart rates and %d positions, want %+v", w.File, hearts, positions, w)
			}
			if positions == 0 {
				bare++
			}
		}
		if bare == 0 || bare == len(a.Truth.Sessions) {
			t.Errorf("%s: %d sessions without a route", g, bare)
		}
		for _, name := range a.Truth.Others {
			if !json.Valid(a.Data(name)) {
				t.Errorf("%s is no JSON", name)
			}
		}
	}
}

// samples counts the heart rates and positions of a session.
func samples(t *testing.T, s session, g polartest.Generation) (hearts, positions int) {
	t.Helper()
	if g == polartest.Older {
		var lists map[string][]map[string]any
		if err := json.Unmarshal(s.Exercises[0].Samples, &lists); err != nil {
			t.Fatal(err)
		}
		return len(lists["heartRate"]), len(lists["recordedRoute"])
	}
	var lists struct {
		Samples []struct {
			Type   string     `json:"type"`
			Values []*float64 `json:"values"`
		} `json:"samples"`
	}
	if err := json.Unmarshal(s.Exercises[0].Samples, &lists); err != nil {
		t.Fatal(err)
	}
	for _, list := range lists.Samples {
		if list.Type == "HEART_RATE" {
			hearts = len(list.Values)
		}
	}
	return hearts, len(s.Exercises[0].Routes.Route.Points)
}
