package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestKeepHome leaves a store of 15,000 activities where LAPKEEP_BENCH_HOME says, for
// measurements from outside such as make page-bench.
func TestKeepHome(t *testing.T) {
	to := os.Getenv("LAPKEEP_BENCH_HOME")
	if to == "" {
		t.Skip("LAPKEEP_BENCH_HOME names the folder to make; make page-bench sets it")
	}
	b := &run{Options: Options{Activities: 15000, Now: time.Now, Report: func(what string) { t.Log(what) }}, dir: filepath.Dir(to)}
	if _, err := b.build(t.Context(), filepath.Base(to), b.Activities, false); err != nil {
		t.Fatal(err)
	}
}
