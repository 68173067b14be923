package connections_test

import (
	"slices"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/store/storetest"
	"lapkeep/test/intervalstest/apitest"
)

// brakes checks that the streams which the athlete defined are read where the
// activity came as a file too, and are named. It changes a value, and followed
// checks that it has arrived.
func (h *home) brakes(t *testing.T) (followed func()) {
	t.Helper()
	const stream = "Brake pressure"
	ref := ""
	h.server.Do(func(w *apitest.World) {
		for _, a := range w.Athletes[0].Activities {
			if ch, ok := a.Written["BrakePressure"]; ok {
				ref, ch.Data[3] = "intervals:"+apitest.IDOf(a.Doc), 7.5
			}
		}
	})
	d, err := activity.Describe(t.Context(), h.db, storetest.Export(ann), activity.DetailQuery{ID: ref})
	if err != nil || !slices.Equal(d.OwnStreams, []string{stream}) || len(d.Recordings) == 0 || d.Recordings[0]["format"] != "fit" {
		t.Fatalf("%+v %v", d, err)
	}
	read := func() []*float64 {
		t.Helper()
		got, err := activity.ReadStream(t.Context(), h.db, storetest.Export(ann),
			activity.Query{ID: ref, Channels: []string{"hr", "others"}, ResolutionS: 1, ToS: 30})
		if err != nil || got.Channels[stream] == nil || got.Channels["hr_bpm"] == nil {
			t.Fatalf("%+v %v", got, err)
		}
		return got.Channels[stream]
	}
	for i, v := range read() {
		if i%17 == 5 && v != nil || i%17 != 5 && (v == nil || *v != float64(i%12)) {
			t.Errorf("at %d s: %v", i, v)
		}
	}
	return func() {
		t.Helper()
		if v := read()[3]; v == nil || *v != 7.5 {
			t.Errorf("a value that changed there: %v", v)
		}
	}
}
