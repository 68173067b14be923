package intervalsicu

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// TestOwnStreamsGoAndComeBack by the athlete's code, and no others; one that
// holds nothing is taken away.
func TestOwnStreamsGoAndComeBack(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 3, Seconds: 60, StubEvery: -1})
	id := ""
	s.Do(func(w *apitest.World) {
		a := w.Athletes[0]
		a.Items.Add(apitest.PlainDoc(apitest.Doc{
			"id": 900, "type": "ACTIVITY_STREAM", "name": "Fan",
			"content": apitest.Doc{"code": "FanPower"},
		}))
		for _, x := range a.NewestFirst() {
			if x.Body != nil && !x.Stub {
				id = apitest.IDOf(x.Doc)
			}
		}
	})
	fan := training.OwnStream{Name: "Fan", TimeS: []int32{0, 20, 59}, Values: []float64{1, 0, 2.5}}
	for _, want := range []map[string]training.OwnStream{{"FanPower": fan}, nil} {
		set := map[string]training.OwnStream{"FanPower": {}}
		for code, x := range want {
			set[code] = x
		}
		if err := c.SaveOwnStreams(t.Context(), id, set); err != nil {
			t.Fatal(err)
		}
		if got, err := c.OwnStreams(t.Context(), id); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	if rec, err := c.FetchStreams(t.Context(), id); err != nil || rec.Columns.Len() < 60 {
		t.Errorf("what was recorded: %d rows %v", rec.Columns.Len(), err)
	}
}
