package recording_test

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
)

func TestInputsThatAreNoRecording(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		data []byte
		kind training.Kind
	}{
		"nothing":         {nil, training.KindCorrupt},
		"blanks":          {[]byte(" \n\t"), training.KindCorrupt},
		"zeros":           {make([]byte, 4096), training.KindCorrupt},
		"text":            {[]byte("bla bla"), training.KindUnsupported},
		"zip":             {[]byte("PK\x03\x04rest"), training.KindUnsupported},
		"svg":             {[]byte(`<?xml version="1.0"?><svg><path/></svg>`), training.KindUnsupported},
		"html":            {[]byte(`<!DOCTYPE html><html><body>404</body></html>`), training.KindUnsupported},
		"gzip, no stream": {[]byte{0x1F, 0x8B, 8, 0, 0, 0}, training.KindCorrupt},
		"tcx, nothing":    {[]byte(`<TrainingCenterDatabase><Activities><Activ`), training.KindCorrupt},
		"gpx, nothing":    {[]byte(`<gpx><trk><trkseg><trk`), training.KindCorrupt},
		"gpx, entities":   {rawxml.GPXEntityBomb().Bytes, training.KindUnsupported},
		"gpx, deep":       {rawxml.GPXDeep().Bytes, training.KindTooLarge},
		"fit, header":     {rawfit.HeaderOnly().Bytes, training.KindCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := recording.Read(context.Background(), "file.bin", tt.data, recording.Limits{})
			var e *training.Error
			if !errors.As(err, &e) || e.Kind != tt.kind {
				t.Fatalf("got %v, want kind %v", err, tt.kind)
			}
			if !strings.HasSuffix(e.What, ".") || !strings.HasSuffix(e.Fix, ".") {
				t.Errorf("not two sentences: %q %q", e.What, e.Fix)
			}
		})
	}
}

func TestMacCompanionIsIgnored(t *testing.T) {
	t.Parallel()
	res := read(t, append([]byte{0x00, 0x05, 0x16, 0x07}, make([]byte, 100)...))
	if res.Ignored == "" {
		t.Errorf("got %+v", res)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	ride := rawfit.SteadyRide().Bytes
	gpx := rawxml.GPXSensors().Bytes
	tcx := rawxml.TCXLaps().Bytes
	bomb := zip(t, make([]byte, 64<<20))
	nested := zip(t, zip(t, zip(t, ride)))
	for name, tt := range map[string]struct {
		data   []byte
		limits recording.Limits
	}{
		"size":            {ride, recording.Limits{MaxBytes: 1000}},
		"unpacked size":   {zip(t, ride), recording.Limits{MaxBytes: 10_000}},
		"ratio":           {bomb, recording.Limits{}},
		"depth":           {nested, recording.Limits{}},
		"records":         {ride, recording.Limits{MaxRecords: 100}},
		"points in a gpx": {gpx, recording.Limits{MaxRecords: 100}},
		"points in a tcx": {tcx, recording.Limits{MaxRecords: 100}},
		"nesting":         {gpx, recording.Limits{MaxNesting: 3}},
		"time":            {ride, recording.Limits{Timeout: time.Nanosecond}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := recording.Read(context.Background(), "file", tt.data, tt.limits)
			if training.KindOf(err) != training.KindTooLarge {
				t.Errorf("got %v, want a refusal as too large", err)
			}
		})
	}
}

func TestTwoLayersOfGzipAreRead(t *testing.T) {
	t.Parallel()
	if n := len(read(t, zip(t, zip(t, rawfit.SteadyRide().Bytes))).Recordings); n != 1 {
		t.Errorf("%d recordings", n)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, data := range map[string][]byte{
		"fit": rawfit.SteadyRide().Bytes, "gpx": rawxml.GPXSensors().Bytes,
		"tcx": rawxml.TCXLaps().Bytes, "gzip": zip(t, rawfit.SteadyRide().Bytes),
	} {
		_, err := recording.Read(ctx, name, data, recording.Limits{})
		if training.KindOf(err) != training.KindCanceled || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCutGzipKeepsWhatUnpacks(t *testing.T) {
	t.Parallel()
	packed := zip(t, rawfit.SteadyRide().Bytes)
	res := read(t, packed[:len(packed)*2/3])
	if !res.Salvaged || len(res.Recordings) != 1 || res.Recordings[0].Columns.Len() < 100 {
		t.Fatalf("salvaged %v, %d recordings", res.Salvaged, len(res.Recordings))
	}
	if !strings.Contains(strings.Join(res.Recordings[0].Warnings, " "), "cut off or damaged") {
		t.Errorf("the recording does not say so: %q", res.Recordings[0].Warnings)
	}
}

func TestContentCountsNotTheName(t *testing.T) {
	t.Parallel()
	utf16 := []byte{0xFF, 0xFE}
	for _, b := range rawxml.GPXSensors().Bytes {
		utf16 = append(utf16, b, 0)
	}
	latin := bytes.Replace(rawxml.GPXSensors().Bytes, []byte("UTF-8"), []byte("ISO-8859-1"), 1)
	latin = bytes.Replace(latin, []byte("Morning"), []byte("Z\xFCrich"), 1)
	for name, tt := range map[string]struct {
		data []byte
		want training.Format
	}{
		"fit behind garbage": {append([]byte("garbage "), rawfit.SteadyRide().Bytes...), training.FormatFIT},
		"tcx behind blanks":  {append([]byte("          "), rawxml.TCXLaps().Bytes...), training.FormatTCX},
		"gpx in utf-16":      {utf16, training.FormatGPX},
		"gpx in latin-1":     {latin, training.FormatGPX},
	} {
		res := read(t, tt.data)
		if res.Format != tt.want || len(res.Recordings) != 1 {
			t.Errorf("%s: %s with %d recordings", name, res.Format, len(res.Recordings))
		}
		if name == "gpx in latin-1" && !strings.HasPrefix(res.Recordings[0].Name, "Zürich") {
			t.Errorf("name %q", res.Recordings[0].Name)
		}
	}
}

// A cut at any byte must neither crash nor lose what came before.
func TestEveryCutOfAFITKeepsItsWholeRecords(t *testing.T) {
	t.Parallel()
	whole := rawfit.RunWithDeveloperPower().Bytes
	last := 0
	for n := 20; n < len(whole); n += 97 {
		res, err := recording.Read(context.Background(), "cut", rawfit.Cut(whole, n), recording.Limits{})
		if err != nil {
			if last > 0 || training.KindOf(err) != training.KindCorrupt {
				t.Fatalf("cut at %d after %d rows: %v", n, last, err)
			}
			continue
		}
		if len(res.Recordings) == 0 {
			continue
		}
		rows := res.Recordings[0].Columns.Len()
		if !res.Salvaged || rows < last {
			t.Fatalf("cut at %d: %d rows after %d, salvaged %v", n, rows, last, res.Salvaged)
		}
		last = rows
	}
	if last < 850 {
		t.Errorf("only %d rows at the last cut", last)
	}
}

func TestIgnoredFilesSayWhy(t *testing.T) {
	t.Parallel()
	for want, sc := range map[reading.Kind]rawfit.Scenario{
		reading.Settings: rawfit.SettingsFile(), reading.Course: rawfit.CourseFile(),
		reading.Workout: rawfit.WorkoutFile(), reading.Monitoring: rawfit.MonitoringFile(),
	} {
		res := read(t, sc.Bytes)
		if res.Kind != want || !strings.HasSuffix(res.Ignored.String(), ".") || len(res.Warnings) > 0 {
			t.Errorf("%s: %+v", sc.Name, res)
		}
	}
	// A course that was ridden is an activity, whatever it says of itself.
	f := rawfit.New().FileID(rawfit.Fields{"type": 5, "manufacturer": 1, "time_created": rawfit.Start()})
	for i := range 60 {
		f.Record(rawfit.Fields{"timestamp": rawfit.Start().Add(time.Duration(i) * time.Second), "heart_rate": 120})
	}
	if res := read(t, f.Bytes()); res.Kind != reading.Activity || len(res.Recordings) != 1 {
		t.Errorf("records in a workout file: %+v", res)
	}
}

// TestJSONIsBounded: what is nested deep or made of very many values is refused with
// the bound, and costs no more than some times its bytes.
func TestJSONIsBounded(t *testing.T) {
	const size = 8 << 20
	for name, c := range map[string]struct{ before, each, after, says string }{
		"deep":   {`{"x":"suunto/sml","q":[`, "[", "", "more than 64 levels deep"},
		"wide":   {`{"RIDE":{"STARTTIME":"2020/01/01 01:01:01 UTC","INTERVALS":[`, "{},", `{}],"SAMPLES":[{"SECS":1}]}}`, "values"},
		"tags":   {`{"RIDE":{"STARTTIME":"2020/01/01 01:01:01 UTC","TAGS":{`, `"":0,`, `"":0},"SAMPLES":[{"SECS":1}]}}`, ""},
		"larger": {`{"form":"lapkeep samples 1","time_s":[`, "1,", "1]}", ""},
	} {
		text := []byte(c.before + strings.Repeat(c.each, size/len(c.each)) + c.after)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, err := recording.Read(t.Context(), "a.json", text, recording.Limits{})
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 {
			t.Errorf("%s: %d MB were allocated", name, took)
		}
		if c.says != "" && (training.KindOf(err) != training.KindTooLarge || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
