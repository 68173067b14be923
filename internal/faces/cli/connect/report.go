package connect

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
)

// alike is how many lines of one reason an import prints; an archive may hold
// thousands of pictures.
const alike = 20

// importReport prints what became of files, for people.
type importReport struct {
	*CollectEnv
	seen  map[string]int
	order []string
	aside []string // reasons of files that are not named at all
}

// line prints one file, unless it went as it should or many went likewise.
func (r *importReport) line(res importing.FileResult) {
	key := fmt.Sprintf("%-9s %s", res.Status,
		strings.ReplaceAll(r.text("%s", res.Reason), res.Path[strings.LastIndexAny(res.Path, `/\`)+1:], "…"))
	if res.Aside {
		if r.seen[key]++; r.seen[key] == 1 {
			r.aside = append(r.aside, key)
		}
		return
	}
	if len(res.Warnings) == 0 {
		if r.seen[key]++; r.seen[key] == alike+1 {
			r.order = append(r.order, key)
		}
		if r.seen[key] > alike {
			return
		}
	}
	fmt.Fprintf(r.Out, "%-9s %s", res.Status, res.Path)
	if res.Reason != "" {
		fmt.Fprint(r.Out, ": "+r.text("%s", res.Reason))
	}
	fmt.Fprintln(r.Out)
	for _, warning := range res.Warnings {
		r.say("          %s\n", warning)
	}
}

// rest says how many more there were of each reason.
func (r *importReport) rest() {
	for _, key := range r.order {
		r.number(key, r.seen[key]-alike, "%-9s %s more: %s\n")
	}
	for _, key := range r.aside {
		r.number(key, r.seen[key], "%-9s %s: %s\n")
	}
}

func (r *importReport) number(key string, n int, format string) {
	status, reason, _ := strings.Cut(key, " ")
	r.say(format, status, i18n.Numbered(n, "file", "files"), strings.TrimSpace(reason))
}

// quiet says that a file needs no line: it went as it should.
func quiet(r importing.FileResult) bool {
	return (r.Status == importing.Imported || r.Status == importing.Duplicate) && len(r.Warnings) == 0
}

// fileCount is how many files an import will read. They are counted while it
// has begun already, so that nothing waits for it.
type fileCount struct {
	n    atomic.Int64
	done chan struct{}
	stop context.CancelFunc
}

func countFiles(ctx context.Context, paths []string) *fileCount {
	ctx, cancel := context.WithCancel(ctx)
	c := &fileCount{done: make(chan struct{}), stop: cancel}
	go func() {
		defer close(c.done)
		if n, known := archive.Count(ctx, paths, archive.Limits{}); known {
			c.n.Store(int64(n))
		}
	}()
	return c
}

// total is 0 until it is known.
func (c *fileCount) total() int { return int(c.n.Load()) }

// end stops the counting.
func (c *fileCount) end() {
	c.stop()
	<-c.done
}
