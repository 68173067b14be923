package app

import (
	"context"
	"os"

	"lapkeep/internal/cli"
	"lapkeep/test/bench"
)

// bench measures this very program.
func (p *Program) bench(ctx context.Context, o cli.BenchOptions) ([]cli.Measurement, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return bench.Run(ctx, bench.Options{Activities: o.Activities, Only: o.Only, Program: program, Now: p.Now, Report: o.Report})
}
