package xmlfile_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

func activity(t *rapid.T) *training.Recording {
	r := recordingtest.Track(t, training.FormatTCX, training.Power, training.HeartRate, training.Cadence,
		training.Speed, training.Altitude, training.Distance, training.Latitude)
	r.Sport = rapid.SampledFrom([]training.Sport{training.Cycling, training.Running, training.Other}).Draw(t, "sport")
	r.Description = recordingtest.Word(t, "notes")
	if rapid.Bool().Draw(t, "device") {
		r.Device = training.Device{Product: "Edge <840>", Serial: "3400000001", Software: "21.19"}
	}
	r.Laps = laps(t, r)
	return r
}

// laps begin with rows that no pause lies before.
func laps(t *rapid.T, r *training.Recording) []training.Lap {
	out := []training.Lap{lap(t, r, 0)}
	out[0].TimerS = r.TimerS
	for i := 1; i < r.Columns.Len(); i++ {
		at := r.Columns.TimeS[i]
		if at-r.Columns.TimeS[i-1] > 5 || rapid.IntRange(0, 5).Draw(t, "lap") != 0 {
			continue
		}
		last := &out[len(out)-1]
		last.EndS = float64(at)
		last.ElapsedS = last.EndS - last.StartS
		out = append(out, lap(t, r, float64(at)))
	}
	last := &out[len(out)-1]
	last.EndS, last.ElapsedS = r.ElapsedS+1, r.ElapsedS-last.StartS
	return out
}

func lap(t *rapid.T, _ *training.Recording, start float64) training.Lap {
	l := training.Lap{
		StartS:    start,
		Trigger:   rapid.SampledFrom([]string{"manual", "distance", "time"}).Draw(t, "trigger"),
		Intensity: rapid.SampledFrom([]string{"active", "rest"}).Draw(t, "intensity"),
		Device:    training.Values{training.MetricDistanceKM: float64(rapid.IntRange(1, 99_999).Draw(t, "metres")) / 1000},
	}
	for _, m := range []training.Metric{
		training.MetricCaloriesKcal, training.MetricAvgHRBpm, training.MetricMaxHRBpm, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH,
		training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM, training.MetricAvgPowerW, training.MetricMaxPowerW,
	} {
		if rapid.Bool().Draw(t, string(m)) {
			l.Device.Put(m, float64(rapid.IntRange(1, 220).Draw(t, string(m))))
		}
	}
	return l
}

func write(t interface{ Fatal(...any) }, r *training.Recording) []byte {
	var b bytes.Buffer
	if err := xmlfile.WriteTCX(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsWrittenReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := activity(t)
		data := write(t, want)
		got, err := xmlfile.ReadTCX(context.Background(), data, reading.Limits{})
		if err != nil || got.Salvaged {
			t.Fatalf("%v, salvaged %v\n%s", err, got.Salvaged, data)
		}
		// TCX has no totals of an activity: they are read from the laps.
		opts := []cmp.Option{cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-12, 0), cmpopts.IgnoreFields(training.Recording{}, "DeviceValues")}
		if diff := cmp.Diff([]*training.Recording{want}, got.Recordings, opts...); diff != "" {
			t.Fatalf("(-written +read):\n%s\n%s", diff, data)
		}
	})
}

func TestWrittenFilesAreWellFormed(t *testing.T) {
	t.Parallel()
	r := recordingtest.Hour()
	r.Description = "a < b & \"c\" ]]> \x00\xFF"
	d := xml.NewDecoder(bytes.NewReader(write(t, r)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecordingsWithoutLapsOrRows(t *testing.T) {
	t.Parallel()
	r := recordingtest.Hour()
	r.Laps = nil
	got, err := xmlfile.ReadTCX(context.Background(), write(t, r), reading.Limits{})
	if err != nil || len(got.Recordings) != 1 || got.Recordings[0].Columns.Len() != r.Columns.Len() || len(got.Recordings[0].Laps) != 1 {
		t.Errorf("without laps: %v, %+v", err, got.Warnings)
	}
	r.Columns = training.Columns{}
	got, err = xmlfile.ReadTCX(context.Background(), write(t, r), reading.Limits{})
	if err != nil || len(got.Recordings) != 1 || got.Recordings[0].TimerS != r.TimerS {
		t.Errorf("without rows: %v, %+v", err, got)
	}
}

func TestAFailingWriterIsNoticed(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	_ = r.Close()
	if err := xmlfile.WriteTCX(w, recordingtest.Hour()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

func gpxWrite(t interface{ Fatal(...any) }, r *training.Recording) []byte {
	var b bytes.Buffer
	if err := xmlfile.WriteGPX(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// ride draws a recording with a position in every row.
func ride(t *rapid.T) *training.Recording {
	r := recordingtest.Track(t, training.FormatGPX, training.Power, training.HeartRate, training.Cadence,
		training.Speed, training.Altitude, training.Temperature)
	for i := range r.Columns.TimeS {
		r.Columns.Put(training.Latitude, i, rapid.Int32Range(-1<<30, 1<<30).Draw(t, "lat"))
		r.Columns.Put(training.Longitude, i, rapid.Int32().Draw(t, "lon")|1)
	}
	r.Sport = rapid.SampledFrom(training.Sports()).Draw(t, "sport")
	r.Name, r.Description = recordingtest.Word(t, "name"), recordingtest.Word(t, "description")
	r.Device.Product = "Lapkeep" // GPX names the program that wrote it
	return r
}

func TestGPXWhatIsWrittenReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := ride(t)
		data := gpxWrite(t, want)
		got, err := xmlfile.ReadGPX(context.Background(), data, reading.Limits{})
		if err != nil || got.Salvaged || len(got.Recordings) != 1 {
			t.Fatalf("%v, salvaged %v, %d recordings\n%s", err, got.Salvaged, len(got.Recordings), data)
		}
		if diff := cmp.Diff([]*training.Recording{want}, got.Recordings, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-written +read):\n%s\n%s", diff, data)
		}
	})
}

func TestNoPositionsNoGPX(t *testing.T) {
	t.Parallel()
	r := recordingtest.Hour()
	r.Columns.Data[training.Latitude] = training.Column{}
	if err := xmlfile.WriteGPX(io.Discard, r); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("got %v", err)
	}
}

func TestRowsWithoutPositionAreLeftOut(t *testing.T) {
	t.Parallel()
	r := recordingtest.Hour()
	for i := 10; i < 20; i++ {
		r.Columns.Data[training.Latitude].Valid.Clear(i)
	}
	got, err := xmlfile.ReadGPX(context.Background(), gpxWrite(t, r), reading.Limits{})
	if err != nil || got.Recordings[0].Columns.Len() != r.Columns.Len()-10 {
		t.Errorf("%v, %+v", err, got.Warnings)
	}
}

func TestGPXAFailingWriterIsNoticed(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	_ = r.Close()
	if err := xmlfile.WriteGPX(w, recordingtest.Hour()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}
