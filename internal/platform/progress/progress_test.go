package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// clock moves on by step at each reading.
func clock(step time.Duration) func() time.Time {
	t := time.Unix(0, 0)
	return func() time.Time { t = t.Add(step); return t }
}

func TestPlainLinesComeNowAndThen(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := New(&out, Plain, clock(time.Second))
	for i := range 12 {
		r.Step(i, 12, "files")
	}
	r.Done()
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines in 12 s, want one each 5 s:\n%s", n, out.String())
	}
	if !strings.Contains(out.String(), "of 12 files, ") || !strings.Contains(out.String(), " left") {
		t.Errorf("a line lacks count, rate or time left: %q", out.String())
	}
}

func TestTerminalLineIsCleared(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := New(&out, Line, clock(time.Second))
	r.Step(1, 0, "files")
	r.Done()
	r.Done()
	if got := out.String(); !strings.HasSuffix(got, "\r\x1b[K") || strings.Contains(got, "\n") || strings.Contains(got, "left") {
		t.Errorf("line = %q", got)
	}
}

func TestSilentSaysNothing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := New(&out, Silent, clock(time.Hour))
	r.Step(1, 2, "files")
	r.Done()
	if out.Len() > 0 {
		t.Errorf("silent wrote %q", out.String())
	}
}
