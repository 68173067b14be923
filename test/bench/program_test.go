//go:build e2e

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/test/builttest"
)

func TestTheProgramThatIsNamedIsMeasured(t *testing.T) {
	var out, progress strings.Builder
	err := command(t.Context(), []string{"-program", t.TempDir() + "/none"}, &out, &progress)
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("no program: %v", err)
	}
	args := []string{"-program", builttest.Program(t), "-activities", "300", "-quick", "-only", "list_gear", "-json"}
	if err := command(t.Context(), args, &out, &progress); err != nil || !strings.HasPrefix(out.String(), `[{"what":"processor that is free`) ||
		!strings.Contains(progress.String(), "measuring: ") {
		t.Errorf("%v\n%s\n%s", err, out.String(), progress.String())
	}
}

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
	o.Only, o.Real = "list_gear", true
	rows, err = Run(t.Context(), o)
	r := rowOf(rows, "list_gear")
	if err != nil || !strings.Contains(r.Result, "after a write") || !strings.Contains(r.Note, "after wellness") {
		t.Errorf("the table: %+v, %v", rows, err)
	}
	rows, err = Run(t.Context(), Options{Activities: 60, Homes: 3, Quick: true, Program: program, Now: time.Now, Report: func(string) {}})
	if r := rowOf(rows, "reads of 13 random homes"); err != nil || !strings.Contains(r.Note, "; 0 failed; ") ||
		rowOf(rows, "tools/list over HTTP, 13 homes").Result == "" || rowOf(rows, "many homes at rest").Result == "" {
		t.Errorf("many homes: %+v, %v", rows, err)
	}
	o.Only, o.Real = "nothing", false
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no question has") {
		t.Errorf("no such question: %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
}

// TestNoAnswerIsOlderThanAWrite asks every question before and after writes of each kind: a server
// that has answered before must say what a new one says.
func TestNoAnswerIsOlderThanAWrite(t *testing.T) {
	o := Options{
		Activities: 300, Real: true, Answers: t.TempDir(), Program: builttest.Program(t), Now: time.Now,
		Report: func(what string) { t.Log(what) },
	}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, sharing := range []string{"shared", "default"} {
		text, err := os.ReadFile(filepath.Join(o.Answers, sharing, "list_gear 1.json"))
		if err != nil || !strings.Contains(string(text), "Number 0") {
			t.Errorf("%s: %s, %v", sharing, text, err)
		}
	}
}

// TestLoad makes a store of LAPKEEP_LOAD activities and loads the program
// over HTTP as the bench does.
func TestLoad(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("LAPKEEP_LOAD"))
	if err != nil {
		t.Skip("set LAPKEEP_LOAD to a number of activities")
	}
	program := builttest.Program(t)
	b := &run{Options: Options{Activities: n, Program: program, Now: time.Now, Report: func(what string) { t.Log(what) }}, dir: t.TempDir()}
	if err := b.makeHome(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.overHTTP(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range b.rows {
		t.Logf("%s: %s (%s)", row.What, row.Result, row.Note)
		if !row.Met && !row.Unmeasured {
			t.Errorf("%s: %s, goal %s", row.What, row.Result, row.Goal)
		}
	}
}
