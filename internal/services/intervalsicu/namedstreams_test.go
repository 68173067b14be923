package intervalsicu

import (
	"net/http"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// TestNamedStreamsOfTheService: what it computes comes by its names, once and
// of the athlete's activities alone.
func TestNamedStreamsOfTheService(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 8, Seconds: 60, StubEvery: 4})
	id, stub := "", ""
	s.Do(func(w *apitest.World) {
		for _, x := range w.Athletes[0].NewestFirst() {
			switch _, power := x.Channels()["watts"]; {
			case x.Stub:
				stub = apitest.IDOf(x.Doc)
			case power && id == "":
				id = apitest.IDOf(x.Doc)
			}
		}
	})
	got, err := c.NamedStreams(t.Context(), id, []string{"fixed_watts", "w_bal", "hrv", "mpa", "w_ball"})
	if err != nil || got.Start.IsZero() || len(got.All) == 0 || len(got.Streams) != 4 || asked(s, "getActivityStreams") != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	for _, name := range []string{"fixed_watts", "w_bal"} {
		if x := got.Streams[name]; len(x.Values) < 60 || x.Placed || x.Units == "" {
			t.Errorf("%s: %+v", name, x)
		}
	}
	if x := got.Streams["hrv"]; len(x.Values) < 50 || x.Values[0] < 300 || x.Values[0] > 1000 || x.TimeS[0] != 2 {
		t.Errorf("%+v", x)
	}
	if x, ok := got.Streams["mpa"]; !ok || len(x.Values) > 0 {
		t.Errorf("what it has not: %+v", x)
	}
	if _, err := c.NamedStreams(t.Context(), stub, []string{"w_bal"}); training.KindOf(err) != training.KindForbidden {
		t.Errorf("of a stub: %v", err)
	}
	for _, f := range []intervalstest.Fault{
		{Status: http.StatusInternalServerError},
		{Body: `[{"type":`},
		{Body: `{"type":1}`},
		{Body: "<html>"},
	} {
		f.Operation = "getActivityStreams"
		remove := s.Inject(f)
		if _, err := c.NamedStreams(t.Context(), id, []string{"w_bal"}); err == nil {
			t.Errorf("%+v: no error", f)
		} else if _, ok := source.FailureOf(err); !ok {
			t.Errorf("%+v: %v", f, err)
		}
		remove()
	}
}
