package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/test/builttest"
)

// TestRunMeasuresEveryGoal runs all of it on a small store with the program
// itself. It asks that every row has a result, not that goals are met.
func TestRunMeasuresEveryGoal(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	program := builttest.Program(t)
	var said []string
	rows, err := Run(t.Context(), Options{
		Activities: 300, Quick: true, Program: program, Now: time.Now, Report: func(what string) { said = append(said, what) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(said) < 12 || len(rows) < 20 {
		t.Errorf("%d reports, %d rows", len(said), len(rows))
	}
	for _, want := range []string{
		"normalized power of a 4 h ride", "mean-max of a 4 h ride, flat", "one-hour FIT", "durable import", "resident memory importing",
		"power curve over any date range", "after an FTP change", handshakeVersion, statelessVersion, "first analyze_training_load",
		"first get_curves", "p95 of all calls", "p95 of the slowest question", "before the first curve question",
		"conformance", "kill at any moment", "processor that is free",
		"after tools/list", "after a change of FTP", "after a change of weight", "after a change of zones",
	} {
		if r := rowOf(rows, want); r.Result == "" || r.Goal == "" {
			t.Errorf("%q: %+v", want, r)
		}
	}
	if r := rowOf(rows, "p95 of all calls"); strings.Contains(r.Note, "not asked") {
		t.Errorf("a read tool has no question: %s", r.Note)
	}
	o := Options{Activities: 300, Quick: true, Only: "list_", Program: program, Now: time.Now, Report: func(string) {}}
	rows, err = Run(t.Context(), o)
	if r := rowOf(rows, "slowest question"); err != nil || len(rows) > 3 || !strings.Contains(r.Note, "list_gear") ||
		strings.Contains(r.Note, "get_") {
		t.Errorf("lists alone: %+v, %v", rows, err)
	}
	o.Only = "nothing"
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no question has") {
		t.Errorf("no such question: %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
}

func rowOf(rows []measurement, what string) measurement {
	for _, r := range rows {
		if strings.Contains(r.What, what) {
			return r
		}
	}
	return measurement{}
}

func TestRunEndsWhenAsked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, Options{Activities: 300, Quick: true, Now: time.Now, Report: func(string) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
}

func TestProgramThatDoesNotServe(t *testing.T) {
	t.Parallel()
	b := &run{Options: Options{Program: "false", Now: time.Now}, dir: t.TempDir()}
	if _, err := b.startAnd(t.Context(), false, listTools); err == nil {
		t.Error("an answer of a program that says nothing")
	}
	b.Program = filepath.Join(b.dir, "none")
	if _, err := b.startAnd(t.Context(), true, listTools); err == nil {
		t.Error("an answer of a program that is not there")
	}
}

func TestSeries(t *testing.T) {
	t.Parallel()
	var s series
	if s.median() != 0 {
		t.Error("a median of nothing")
	}
	for i := 100; i > 0; i-- {
		s = append(s, time.Duration(i))
	}
	if s.best() != 1 || s.median() != 51 || s.quantile(0.95) != 96 || s.quantile(1) != 100 {
		t.Errorf("%d %d %d %d", s.best(), s.median(), s.quantile(0.95), s.quantile(1))
	}
}

func TestRepeatCountsCalls(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	b := &run{Options: Options{Now: func() time.Time { return now }}}
	calls := 0
	s, err := b.repeat(t.Context(), 3, func() error { calls++; now = now.Add(2 * time.Millisecond); return nil })
	if err != nil || len(s) != 3 || s.median() != 2*time.Millisecond || calls != 12 {
		t.Errorf("%v after %d calls, %v", s, calls, err)
	}
	failed := errors.New("no")
	if _, err := b.repeat(t.Context(), 3, func() error { return failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0 ns", 17: "17 ns", 18_300: "18.3 µs", 20_000: "20 µs", 1_234_000: "1.23 ms", 123_400_000: "123 ms", 2_500_000_000: "2.50 s",
	} {
		if got := text(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}

func TestFirstAnswersAfterAChange(t *testing.T) {
	t.Parallel()
	ms := func(n int) series { return series{time.Duration(n) * time.Millisecond} }
	for name, c := range map[string]struct {
		all  []toolTimes
		want measurement
	}{
		"in time": {
			[]toolTimes{{name: "a", took: ms(3)}, {name: "b", took: ms(7), cpu: 2e6, counted: true}},
			measurement{Result: "7.00 ms; 0 ns", Met: true, Note: "medians, with CPU: b 7.00 ms (2.00 ms), a 3.00 ms"},
		},
		"made when asked": {
			[]toolTimes{{name: "a" + classed, took: ms(900)}, {name: "b", took: ms(49)}},
			measurement{Result: "49 ms; 900 ms", Met: true, Note: "medians, with CPU: a (made when asked) 900 ms, b 49 ms"},
		},
		"late": {[]toolTimes{{name: "a", took: ms(50)}}, measurement{Result: "50 ms; 0 ns", Note: "medians, with CPU: a 50 ms"}},
		"made late": {
			[]toolTimes{{name: "a" + classed, took: ms(1000)}},
			measurement{Result: "0 ns; 1.00 s", Note: "medians, with CPU: a (made when asked) 1.00 s"},
		},
	} {
		c.want.What, c.want.Goal = name, "< 50 ms; what is made when asked < 1 s"
		if got := firstRow(name, c.all); got != c.want {
			t.Errorf("%s:\n%+v\n%+v", name, got, c.want)
		}
	}
}

func TestEveryThresholdIsChangedToAnotherValue(t *testing.T) {
	t.Parallel()
	for _, c := range changes() {
		for i := range 100 {
			if fmt.Sprint(c.set(i)) == fmt.Sprint(c.set(i+1)) {
				t.Errorf("change %d of %s changes nothing", i+1, c.name)
			}
		}
	}
}
