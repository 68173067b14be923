package connections_test

import (
	"strings"
	"testing"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/source/intervalstest"
	"lapkeep/internal/source/intervalstest/apitest"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestAnAthleteAsTheServiceHasOne: the past is rated by the past, what is
// withheld is told, loads that were set there count, and what is changed there
// long ago arrives.
func TestAnAthleteAsTheServiceHasOne(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Rich: true, Seconds: 240})
	s := h.connected(t)
	sync := func(full bool) {
		t.Helper()
		if r, err := s.Sync(t.Context(), "intervals", full, nil); err != nil || r.Failed > 0 {
			t.Fatalf("%+v %v", r, err)
		}
	}
	sync(false)
	today := training.DayOf(h.Now())
	past, err := h.db.History(t.Context(), storetest.Export(ann))
	if err != nil {
		t.Fatal(err)
	}
	for ago, want := range map[training.Day]training.Thresholds{
		400: {FTPW: 211, IndoorFTPW: 200, LTHRBpm: 161}, 250: {FTPW: 229, IndoorFTPW: 215, LTHRBpm: 165},
		120: {FTPW: 248, IndoorFTPW: 236, LTHRBpm: 169}, 20: {FTPW: 262, IndoorFTPW: 249, LTHRBpm: 171},
	} {
		if got := past.At(training.Cycling, today-ago); got.FTPW != want.FTPW || got.IndoorFTPW != want.IndoorFTPW || got.LTHRBpm != want.LTHRBpm {
			t.Errorf("%d days ago %+v", ago, got)
		}
	}
	h.tells(t, today)
	old := (today - 440).String() // before the first activity
	if err := h.server.EditWellness(old, map[string]any{"restingHR": 71}); err != nil {
		t.Fatal(err)
	}
	sync(true)
	docs, err := h.db.Documents(t.Context(), storetest.Export(ann), document.Wellness, document.Filter{Days: &training.DayRange{From: today - 440, To: today - 440}})
	if err != nil || len(docs) != 1 || !strings.Contains(string(docs[0].Said[0].Body), "71") {
		t.Errorf("%+v %v", docs, err)
	}
}

// tells checks the answers about load.
func (h *home) tells(t *testing.T, today training.Day) {
	t.Helper()
	stubs, own := 0, 0
	h.server.Do(func(w *apitest.World) {
		for _, a := range w.Athletes[0].Activities {
			if a.Stub {
				stubs++
			} else if a.Doc[apitest.OwnLoad] != nil {
				own++
			}
		}
	})
	v, err := fitness.TrainingLoad(t.Context(), h.db, storetest.Export(ann), analysis.Frame{Today: today}, fitness.LoadQuery{Days: training.DayRange{From: today - 500, To: today}})
	if err != nil {
		t.Fatal(err)
	}
	if v.Coverage.Withheld != stubs || v.Coverage.ByMethod["manual"] != own || len(v.Services) != 1 || v.Services[0].CTL == 0 || !strings.Contains(v.Words[0], "withholds") {
		t.Errorf("%d stubs, %d loads set there: %+v, %+v, %q", stubs, own, v.Coverage, v.Services, v.Words)
	}
}
