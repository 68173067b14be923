package workouts_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// settings are what services were read to have.
type settings []document.Document

func (s settings) Documents(ctx context.Context, _ training.Scope, _ document.Collection, _ document.Filter) ([]document.Document, error) {
	return s, ctx.Err()
}

func said(t *testing.T, id, source string, x training.SportSettings) document.Document {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return document.Document{ID: id, Said: []document.Said{{Source: source, Body: b}}}
}

// TestThere: the settings of the fewest sports count, of the service that is
// asked about, and the FTP indoors where there is one.
func TestThere(t *testing.T) {
	t.Parallel()
	both := []training.Sport{training.Cycling, training.Running}
	all := settings{
		said(t, "a", "tri", training.SportSettings{Sports: both, FTPW: 100}),
		said(t, "b", "tri", training.SportSettings{Sports: both[:1], FTPW: 250, IndoorFTPW: 240, LTHRBpm: 168, MaxHRBpm: 190, ThresholdMPS: 9}),
		said(t, "c", "tri", training.SportSettings{Sports: both[:1], FTPW: 300}),
		said(t, "d", "duo", training.SportSettings{Sports: both[:1], FTPW: 400}),
		{ID: "e", Said: []document.Said{{Source: "tri", Body: []byte(`{`)}}},
	}
	for _, tt := range []struct {
		source string
		sport  training.Sport
		indoor bool
		ftp    float64
	}{
		{"tri", training.Cycling, false, 250},
		{"tri", training.Cycling, true, 240},
		{"tri", training.Running, true, 100},
		{"duo", training.Cycling, true, 400},
		{"duo", training.Running, false, 0},
		{"uno", training.Cycling, false, 0},
	} {
		day, ok, err := workouts.There(t.Context(), all, training.Scope{}, tt.source, tt.sport, tt.indoor)
		if err != nil || ok != (tt.ftp > 0) || day.Thresholds.FTPW != tt.ftp || day.Sport != tt.sport {
			t.Errorf("%+v: %+v %v %v", tt, day, ok, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := workouts.There(ctx, all, training.Scope{}, "tri", training.Cycling, false); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

// TestResolved: a threshold that differs is named once, with the step that asks
// for most by it; one that is rounded otherwise is none.
func TestResolved(t *testing.T) {
	t.Parallel()
	day := func(sport training.Sport, ftp, lthr, maxHR, mps float64) efforts.Day {
		return efforts.Day{Sport: sport, Thresholds: training.Thresholds{FTPW: ftp, LTHRBpm: lthr, MaxHRBpm: maxHR, ThresholdMPS: mps}}
	}
	ride, run := training.Cycling, training.Running
	for _, tt := range []struct {
		text        string
		here, there efforts.Day
		want        []string
	}{
		{"- 10m 50%\n- 10m 90-100%\n- 10m 60%", day(ride, 250, 0, 0, 0), day(ride, 260, 0, 0, 0), []string{
			"step 2: the target of power is 90–100 % FTP, 234–260 W by an FTP of 260 W there, 90–100 % FTP, 225–250 W by an FTP of 250 W here",
		}},
		{"- 10m 50%", day(ride, 250, 0, 0, 0), day(ride, 250.5, 0, 0, 0), nil},
		{"- 10m 50%", day(ride, 0, 0, 0, 0), day(ride, 250, 0, 0, 0), nil},
		{"- 10m 50%", day(ride, 250, 0, 0, 0), day(ride, 0, 0, 0, 0), []string{
			"step 1: the target of power is 50 % FTP, for which nothing is set there, 50 % FTP, 125 W by an FTP of 250 W here",
		}},
		{"- 10m 90% LTHR\n- 10m 80% HR", day(ride, 250, 160, 190, 0), day(ride, 200, 170, 180, 0), []string{
			"step 1: the target of hr is 90 % LTHR, 153 bpm by an LTHR of 170 bpm there, 90 % LTHR, 144 bpm by an LTHR of 160 bpm here",
			"step 2: the target of hr is 80 % max HR, 144 bpm by a maximum heart rate of 180 bpm there, " +
				"80 % max HR, 152 bpm by a maximum heart rate of 190 bpm here",
		}},
		{"- 1km 100% Pace", day(run, 0, 0, 0, 4), day(run, 0, 0, 0, 5), []string{
			"step 1: the target of pace is 100 % threshold pace, 3:20/km by a threshold pace of 3:20/km there, " +
				"100 % threshold pace, 4:10/km by a threshold pace of 4:10/km here",
		}},
		{"- 10m 200w\n- 5m 150bpm\n- 10m Z2 HR", day(ride, 250, 160, 190, 0), day(ride, 200, 170, 180, 0), nil},
	} {
		w, _ := steptext.Read(tt.text, tt.here.Sport)
		var got []string
		for _, d := range workouts.Resolved(w.Steps, tt.here, tt.there) {
			got = append(got, d.Sentence().String())
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}

// TestInWatts: each target once, and none that follows the FTP.
func TestInWatts(t *testing.T) {
	t.Parallel()
	w, _ := steptext.Read("- 10m 140w\n\n2x\n- 20m 220-235w\n- 5m 50%\n\n- 10m 140w 90rpm", training.Cycling)
	if d := cmp.Diff([]string{"140 W", "220–235 W"}, phrasetest.Texts(workouts.InWatts(w.Steps))); d != "" {
		t.Error(d)
	}
}
