package xmlfile_test

import (
	"bytes"
	"context"
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
		// The format has no distance; the reader measures it.
		if !got.Recordings[0].Columns.Has(training.Distance) {
			t.Fatal("no distance was measured")
		}
		got.Recordings[0].Columns.Data[training.Distance] = training.Column{}
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
