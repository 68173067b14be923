package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// told counts what a page was told.
type told struct {
	mu   sync.Mutex
	ids  int
	last string
}

func (p *told) Header() http.Header { return http.Header{} }
func (p *told) WriteHeader(int)     {}
func (p *told) Flush()              {}

func (p *told) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id, ok := strings.CutPrefix(string(b), "id: "); ok {
		p.ids++
		p.last, _, _ = strings.Cut(id, "\n")
	}
	return len(b), nil
}

// TestTenPagesOpenForADay: they are told each of a day's changes once, one look
// at the log serves all of them, and nothing stays when they are closed.
func TestTenPagesOpenForADay(t *testing.T) {
	t.Parallel()
	const pages, changes = 10, 24 * 60
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var mu sync.Mutex
		looks := 0
		e := newEvents(func(context.Context) (int64, error) {
			mu.Lock()
			defer mu.Unlock()
			looks++
			return 1 + int64(time.Since(begun)/time.Minute), nil
		})
		ctx, closeAll := context.WithCancel(t.Context())
		var open sync.WaitGroup
		var all [pages]told
		for i := range all {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", http.NoBody)
			open.Go(func() { e.serve(t.Context(), &all[i], r) })
		}
		synctest.Wait()
		time.Sleep(24*time.Hour + 2*tailEvery)
		synctest.Wait()
		if len(e.open) != pages {
			t.Errorf("%d pages are known after a day", len(e.open))
		}
		for i := range all {
			if p := &all[i]; p.ids != changes+1 || p.last != "1441" {
				t.Errorf("page %d was told %d numbers, %s last", i, p.ids, p.last)
			}
		}
		if seconds := int(24 * time.Hour / tailEvery); looks > seconds+pages*(changes+2)+2 {
			t.Errorf("the log was looked at %d times", looks)
		}
		closeAll()
		open.Wait()
		synctest.Wait()
		if len(e.open) > 0 || e.stop != nil { // that a goroutine stays would fail the bubble
			t.Errorf("%d pages are left", len(e.open))
		}
	})
}
