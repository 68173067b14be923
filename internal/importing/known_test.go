package importing_test

import (
	"context"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// TestAFileThatIsHereIsNotReadAgain: its hash is known before it is decoded.
func TestAFileThatIsHereIsNotReadAgain(t *testing.T) {
	t.Parallel()
	reads := 0
	b := newBench(t, func(o *importing.Options) {
		o.Workers = 1
		o.Read = func(ctx context.Context, name string, data []byte, l recording.Limits) (recording.Result, error) {
			reads++
			return ingesttest.Read(ctx, name, data, l)
		}
	})
	ride := ingesttest.Outing{Sport: training.Cycling, Start: start, Seconds: 600, Seed: 1, LatDeg: 47, LonDeg: 8}
	f := file{"a.fit", ingesttest.File(ride.Record(ingesttest.Device{Channels: ingesttest.Everything()}))}
	for _, want := range []importing.Status{importing.Imported, importing.Duplicate} {
		if got := b.run(t, importing.RunOptions{}, f); got[0].Status != want || reads != 1 {
			t.Errorf("%s, read %d times; want %s, once", got[0].Status, reads, want)
		}
	}
}
