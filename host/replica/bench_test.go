package replica

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
)

// BenchmarkHome measures on a JetStream server in this process: a small write without and with the log, a read's
// barrier, and the opening of a home, warm and by restore, before and after its first write.
func BenchmarkHome(b *testing.B) {
	e, _ := jetStream(b)
	keys := keysOf(b, e)
	b.Run("write alone", func(b *testing.B) {
		db := storetest.Open(b)
		n := &node{db: db}
		for i := 0; b.Loop(); i++ {
			must(b, n.put(b.Context(), fmt.Sprint("key-", i), 1))
		}
	})
	n := opened(b, e, keys, "n1", b.TempDir())
	must(b, n.put(b.Context(), "first", 1))
	b.Run("write", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			must(b, n.put(b.Context(), fmt.Sprint("key-", i), 1))
		}
	})
	b.Run("barrier", func(b *testing.B) {
		for b.Loop() {
			must(b, n.Barrier(b.Context()))
		}
	})
	for _, megabytes := range []int{1, 30} {
		for i := range megabytes {
			must(b, n.blob(b.Context(), random, i, 1<<20))
		}
		must(b, n.Cut(b.Context()))
		must(b, n.close(b.Context(), true))
		dir := n.dir
		for _, how := range []string{"warm", "restored"} {
			b.Run(fmt.Sprintf("open %s, %d MB", how, megabytes), func(b *testing.B) {
				for b.Loop() {
					if how == "restored" {
						dir = b.TempDir()
					}
					h, err := Open(b.Context(), e, homeID, "n2", dir, keys)
					must(b, err)
					b.StopTimer()
					must(b, h.Close(b.Context(), true))
					b.StartTimer()
				}
			})
		}
		n = opened(b, e, keys, "n1", dir)
		start := time.Now()
		must(b, n.put(b.Context(), "the first after an opening", 1))
		size, err := os.Stat(filepath.Join(dir, store.FileName))
		must(b, err)
		b.Logf("first write of a home of %d KB: %s", size.Size()>>10, time.Since(start))
	}
}
