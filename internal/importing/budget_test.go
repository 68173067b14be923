package importing_test

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/training"
)

// TestWhatLargeFilesTookIsCollected before the next are read, though the
// collector by itself does nothing, as on a machine that is busy. It is not
// parallel: the collector is that of the process.
func TestWhatLargeFilesTookIsCollected(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const files, each = 8, 40 << 20
	var kept []byte
	b := newBench(t, func(o *importing.Options) {
		o.Read = func(context.Context, string, []byte, recording.Limits) (recording.Result, error) {
			kept = make([]byte, each)
			return recording.Result{}, training.Errorf(training.KindCorrupt, "It is no recording.")
		}
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	large := file{"large.fit", make([]byte, 9<<20)}
	b.run(t, importing.RunOptions{}, slices.Repeat([]file{large}, files)...)
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	if more := after.HeapAlloc - before.HeapAlloc; more > files/2*each {
		t.Errorf("%d MB are left of %d files of %d MB", more>>20, files, each>>20)
	}
}
