package importing_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestSmallBombsUnpackOneAtATime: however many workers there are, files that
// unpack to far more than such files do take turns, and each has an end.
func TestSmallBombsUnpackOneAtATime(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	dir := t.TempDir()
	for i := range 8 {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write([]byte{byte(i)})
		z.Write(make([]byte, 20<<20))
		z.Close()
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))+".fit.gz"), packed.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var inside, most atomic.Int64
	var mu sync.Mutex
	read := func(_ context.Context, _ string, data []byte, l recording.Limits) (recording.Result, error) {
		if l.MaxBytes == 0 || l.MaxBytes > 48<<20 {
			t.Errorf("%d bytes may unpack to %d", len(data), l.MaxBytes)
		}
		if l.MaxBytes < 20<<20 {
			return recording.Result{}, training.Errorf(training.KindTooLarge, "The file is larger.")
		}
		mu.Lock()
		most.Store(max(most.Load(), inside.Add(1)))
		mu.Unlock()
		defer inside.Add(-1)
		return recording.Result{}, training.Errorf(training.KindCorrupt, "There is nothing in it.")
	}
	im := importing.New(db, importing.Options{Read: read, Workers: 8})
	if _, err := im.Import(t.Context(), "ann", archive.Walk(t.Context(), []string{dir}, archive.Limits{}),
		importing.RunOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 1 {
		t.Errorf("%d were unpacked at once", most.Load())
	}
}

// TestAFileThatUnpacksToMoreThanItSays is held to what it says.
func TestAFileThatUnpacksToMoreThanItSays(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, 20<<20))
	z.Close()
	lies := packed.Bytes()
	copy(lies[len(lies)-4:], []byte{1, 0, 0, 0})
	var said []importing.FileResult
	_, err := importing.New(db, importing.Options{}).Import(t.Context(), "ann",
		slices.Values([]archive.Item{archive.Memory("a.fit.gz", lies)}),
		importing.RunOptions{}, func(r importing.FileResult) { said = append(said, r) })
	if err != nil || len(said) != 1 || said[0].Status != importing.Failed || !strings.Contains(said[0].Reason.String(), "more than it says") {
		t.Errorf("%+v, %v", said, err)
	}
}
