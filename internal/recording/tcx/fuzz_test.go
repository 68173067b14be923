package tcx_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/recording/rawxml"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/recording/recordingtest"
	"lapkeep/internal/recording/tcx"
	"lapkeep/internal/training"
)

// FuzzTCX reads anything; a recording that was read must survive being written
// and read again.
func FuzzTCX(f *testing.F) {
	for _, sc := range rawxml.TCX() {
		if len(sc.Bytes) < 100_000 {
			f.Add(sc.Bytes)
		}
	}
	f.Add(write(f, short()))
	recordingtest.RealSeeds(f, "tcx/*.tcx")
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := tcx.Read(context.Background(), data, reading.Limits{MaxRecords: 50_000})
		if err != nil {
			return
		}
		for _, r := range first.Recordings {
			if once := reread(t, r); once != nil {
				twice := reread(t, once)
				if diff := cmp.Diff(once, twice, cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.IgnoreFields(training.Recording{}, "Warnings")); diff != "" {
					t.Fatalf("written twice (-once +twice):\n%s", diff)
				}
			}
		}
	})
}

func short() *training.Recording {
	r := recordingtest.Hour()
	r.Columns.TimeS = r.Columns.TimeS[:10]
	return r
}

// reread writes a recording and reads it, nil if the format cannot hold it.
func reread(t *testing.T, r *training.Recording) *training.Recording {
	t.Helper()
	var b bytes.Buffer
	if err := tcx.Write(&b, r); err != nil {
		if training.KindOf(err) == training.KindUnsupported {
			return nil
		}
		t.Fatal(err)
	}
	res, err := tcx.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil || res.Salvaged || len(res.Recordings) != 1 {
		t.Fatalf("our own file gives %v, %d recordings, warnings %q\n%s", err, len(res.Recordings), res.Warnings, b.Bytes())
	}
	return res.Recordings[0]
}
