package main

import (
	"os"
	"strconv"
	"testing"
	"time"

	"lapkeep/test/builttest"
)

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
