package importing_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// counted is a store that counts what an import asks of it.
type counted struct {
	*store.DB
	rows, columns atomic.Int64 // that were read
	most          int64        // changes of one transaction
}

func (c *counted) Candidates(ctx context.Context, s training.Scope, from, to time.Time) ([]store.RecordingRow, error) {
	rows, err := c.DB.Candidates(ctx, s, from, to)
	c.rows.Add(int64(len(rows)))
	return rows, err
}

func (c *counted) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	rows, err := c.DB.Recordings(ctx, s, id)
	c.rows.Add(int64(len(rows)))
	return rows, err
}

func (c *counted) RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]store.RecordingRow, error) {
	rows, err := c.DB.RecordingsByOriginal(ctx, s, hash)
	c.rows.Add(int64(len(rows)))
	return rows, err
}

func (c *counted) RecordingColumns(
	ctx context.Context, s training.Scope, id training.RecordingID, want store.ChannelSet,
) (*training.Columns, error) {
	c.columns.Add(1)
	return c.DB.RecordingColumns(ctx, s, id, want)
}

func (c *counted) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	before, err := c.LastChange(ctx)
	if err == nil {
		err = c.DB.Write(ctx, f)
	}
	if after, e := c.LastChange(ctx); e == nil {
		c.most = max(c.most, after-before)
	}
	return err
}

// short is a recording of a minute, which begins so many seconds late. Another
// seed is another effort.
func short(late int, seed float64) *training.Recording {
	o := ingesttest.Outing{Sport: training.Cycling, Start: start.Add(time.Duration(late) * time.Second), Seconds: 60, Seed: seed}
	return o.Record(ingesttest.Device{Maker: "a", Channels: []training.Channel{training.HeartRate}})
}

// shapes are files that hold much that belongs together, or seems to.
var shapes = map[string]func(n int) []file{
	"many recordings of one moment in one file": func(n int) []file {
		var recs []*training.Recording
		for i := range n {
			recs = append(recs, short(0, float64(i)))
		}
		return []file{{"a.fit", ingesttest.File(recs...)}}
	},
	"two such files": func(n int) []file {
		var files []file
		for f := range 2 {
			var recs []*training.Recording
			for i := range n / 2 {
				recs = append(recs, short(i%7, float64(n*f+i)))
			}
			files = append(files, file{fmt.Sprint(f), ingesttest.File(recs...)})
		}
		return files
	},
	"a chain of recordings, each over the next": func(n int) []file {
		var recs []*training.Recording
		for i := range n {
			recs = append(recs, short(30*i, float64(i)))
		}
		return []file{{"a.fit", ingesttest.File(recs...)}}
	},
	"files that begin within seven seconds": func(n int) []file {
		var files []file
		for i := range n / 2 {
			files = append(files, file{fmt.Sprint(i), ingesttest.File(short(i%7, float64(i)))})
		}
		return files
	},
	"copies of one recording": func(n int) []file {
		var files []file
		for i := range n / 4 {
			r := short(0, 1)
			r.Name = fmt.Sprint(i)
			files = append(files, file{r.Name, ingesttest.File(r)})
		}
		return files
	},
}

// TestWorkGrowsWithTheFile counts what is read and written for shapes of twice
// the size: it may not grow with the square.
func TestWorkGrowsWithTheFile(t *testing.T) {
	t.Parallel()
	const n = 160
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var rows, columns [2]int64
			for i, size := range []int{n, 2 * n} {
				b := newBench(t)
				c := &counted{DB: b.db}
				im := importing.New(c, importing.Options{Now: clock, Read: ingesttest.Read})
				run := func(files ...file) {
					if _, err := im.Import(t.Context(), me, items(files...), importing.RunOptions{RunID: "w" + fmt.Sprint(len(files))}, nil); err != nil {
						t.Fatal(err)
					}
				}
				run(shape(size)...)
				if err := im.Follow(t.Context(), c.DB); err != nil {
					t.Fatal(err)
				}
				run(shape(size)...) // again
				rows[i], columns[i] = c.rows.Load(), c.columns.Load()
				if c.most > 512 {
					t.Errorf("one transaction made %d changes", c.most)
				}
			}
			t.Logf("rows %d, columns %d", rows, columns)
			if most := int64(64 * n); rows[1] > 5*rows[0]/2+most || columns[1] > 5*columns[0]/2+most {
				t.Errorf("rows %d, columns %d", rows, columns)
			}
		})
	}
}

// TestABoundIsReported: of what is not compared the report says so.
func TestABoundIsReported(t *testing.T) {
	t.Parallel()
	said := 0
	for _, r := range newBench(t).run(t, importing.RunOptions{}, shapes["files that begin within seven seconds"](160)...) {
		if strings.Contains(fmt.Sprint(r.Warnings), "it was compared only with those") {
			said++
		}
	}
	if said == 0 {
		t.Error("no file says so")
	}
}

// TestAFileGoesOnAfterAKill: what was stored of a file of many sessions before
// the import ended is found, and the rest is added.
func TestAFileGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	many := file{"a.fit", ingesttest.File(func() (recs []*training.Recording) {
		for i := range 100 {
			recs = append(recs, short(120*i, float64(i)))
		}
		return recs
	}()...)}
	whole := newBench(t)
	whole.run(t, importing.RunOptions{}, many)
	b := newBench(t)
	c := &failing{DB: b.db, after: 2}
	im := importing.New(c, importing.Options{Now: clock, Read: ingesttest.Read, Derive: b.derive})
	if _, err := im.Import(t.Context(), me, items(many), importing.RunOptions{}, nil); err == nil {
		t.Fatal("it was not ended")
	}
	if n := b.count(t); n == 0 || n >= 100 {
		t.Fatalf("%d are there", n)
	}
	if got := b.run(t, importing.RunOptions{}, many); got[0].Status != importing.Imported || len(got[0].Activities) != 100 {
		t.Errorf("%+v", got)
	}
	if a, b := whole.dump(t), b.dump(t); a != b {
		t.Errorf("another outcome:\n%s\n%s", a, b)
	}
	if got := b.run(t, importing.RunOptions{}, many); got[0].Status != importing.Duplicate || len(got[0].Activities) != 100 {
		t.Errorf("%+v", got)
	}
}

// failing is a store whose disk is full after so many transactions.
type failing struct {
	*store.DB
	after int
}

func (f *failing) Write(ctx context.Context, g func(tx *store.Tx) error) error {
	if f.after--; f.after < 0 {
		return training.Errorf(training.KindUnavailable, "The disk is full.")
	}
	return f.DB.Write(ctx, g)
}

// TestTooManyRecordings: a small file of very many is refused.
func TestTooManyRecordings(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) {
		o.Read = func(context.Context, string, []byte, recording.Limits) (recording.Result, error) {
			return recording.Result{Format: training.FormatTCX, Kind: "activity", Recordings: slices.Repeat([]*training.Recording{short(0, 1)}, 2000)}, nil
		}
	})
	got := b.run(t, importing.RunOptions{}, file{"a.tcx.gz", []byte("small")})
	if got[0].Status != importing.Failed || !strings.Contains(got[0].Reason.String(), "2000 recordings") || b.count(t) != 0 {
		t.Errorf("%+v", got)
	}
}
