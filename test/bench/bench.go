package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// Options set up a measurement.
type Options struct {
	// Activities is how many the store has that questions are asked of.
	Activities int
	// Only measures nothing but the questions with this in their name.
	Only string
	// Quick measures little of everything, to try the measuring itself.
	Quick bool
	// Program is the executable that is measured.
	Program string
	Now     func() time.Time
	// Report says what is being measured.
	Report func(what string)
}

// Run measures every goal and returns a row for each, in the order of the
// table of goals. It works below a folder of its own, which it removes.
func Run(ctx context.Context, o Options) (rows []measurement, err error) {
	dir, err := os.MkdirTemp("", "lapkeep-bench-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := &run{Options: o, dir: dir, cores: runtime.GOMAXPROCS(0)}
	steps := []func(context.Context) error{
		b.machine, b.compute, b.importing, b.kernels, b.makeHome, b.questions, b.starting, b.reading, b.overHTTP, b.changing,
	}
	if o.Only != "" {
		steps = []func(context.Context) error{b.machine, b.makeHome, b.reading}
	} else {
		b.add(accuracy()...)
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	if o.Only == "" {
		b.add(promises()...)
	}
	return b.rows, nil
}

// run is one measurement of everything.
type run struct {
	Options
	dir   string
	cores int
	rows  []measurement
	home  home // after makeHome
}

// times is n, or few where a quick run is enough.
func (b *run) times(n int) int {
	if b.Quick {
		return min(n, 3)
	}
	return n
}

func (b *run) add(rows ...measurement) { b.rows = append(b.rows, rows...) }

func (b *run) path(name string) string { return filepath.Join(b.dir, name) }
