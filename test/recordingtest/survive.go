package recordingtest

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// Format is a way to read and write one recording a file.
type Format struct {
	Read  func(ctx context.Context, data []byte, l reading.Limits) (reading.Result, error)
	Write func(w io.Writer, r *training.Recording) error
}

// Fuzz reads anything; a recording that was read must survive being written
// and read again. The seeds are f's own and short recordings of the format.
func (fm Format) Fuzz(f *testing.F) {
	f.Helper()
	for seed := range 6 {
		var b bytes.Buffer
		err := fm.Write(&b, rapid.Custom(short).Example(seed))
		if training.KindOf(err) == training.KindUnsupported && err != nil {
			continue // GPX holds positions alone
		}
		if err != nil {
			f.Fatal(err)
		}
		Seed(f, b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := fm.Read(context.Background(), data, reading.Limits{MaxRecords: 50_000})
		if err != nil {
			return
		}
		for _, r := range first.Recordings {
			if once := fm.reread(t, r); once != nil {
				twice := fm.reread(t, once)
				if diff := cmp.Diff(once, twice, cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-9, 1e-9),
					cmpopts.IgnoreFields(training.Recording{}, "Warnings")); diff != "" {
					t.Fatalf("written twice (-once +twice):\n%s", diff)
				}
			}
		}
	})
}

// short draws a recording of laps with every channel of the XML formats.
func short(t *rapid.T) *training.Recording {
	var all []training.Channel
	for ch := range training.NumChannels {
		all = append(all, ch)
	}
	r := Track(t, training.FormatTCX, all...)
	r.Sport, r.Laps = training.Cycling, Laps(t, int(r.ElapsedS)+1)
	return r
}

// reread writes a recording and reads it, nil if the format cannot hold it.
func (fm Format) reread(t *testing.T, r *training.Recording) *training.Recording {
	t.Helper()
	var b bytes.Buffer
	if err := fm.Write(&b, r); err != nil {
		if training.KindOf(err) == training.KindUnsupported {
			return nil
		}
		t.Fatal(err)
	}
	res, err := fm.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil || res.Salvaged || len(res.Recordings) != 1 {
		t.Fatalf("our own file gives %v, %d recordings, warnings %q\n%s", err, len(res.Recordings), res.Warnings, b.Bytes())
	}
	return res.Recordings[0]
}
