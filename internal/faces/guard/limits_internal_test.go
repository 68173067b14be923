package guard

import (
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestDefaults: a limit of nothing would refuse everything, one that is too
// wide would hold nobody.
func TestDefaults(t *testing.T) {
	t.Parallel()
	want := Limits{
		MaxBody: 4 << 20, AllBodies: 16 << 20, BodyPatience: 20 * time.Second, WritePatience: 20 * time.Second, KeepAlive: 25 * time.Second,
		Running: 32, Turns: 2 * runtime.GOMAXPROCS(0), Turn: 50 * time.Millisecond, Waiting: 256, Streams: 128, PerSecond: 200,
	}
	if d := cmp.Diff(want, Limits{}.orDefault()); d != "" {
		t.Error(d)
	}
	own := Limits{
		MaxBody: 1, AllBodies: 2, BodyPatience: 3, WritePatience: 4, KeepAlive: 5, Running: 6, Turns: 7, Turn: 8,
		Waiting: 9, Streams: 10, PerSecond: 0.5,
	}
	if d := cmp.Diff(own, own.orDefault()); d != "" {
		t.Error(d)
	}
}

// TestAStreamIsCountedOnce, however often it is flushed.
func TestAStreamIsCountedOnce(t *testing.T) {
	t.Parallel()
	n := 0
	w := httptest.NewRecorder()
	a := newAnswer(w, Limits{}.orDefault(), func() { n++ })
	defer a.end()
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	for range 3 {
		if err := a.FlushError(); err != nil {
			t.Fatal(err)
		}
	}
	if n != 1 {
		t.Errorf("it is counted %d times", n)
	}
}
