package importing_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/goldencheetahtest"
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

// short returns a recording of a minute, which begins so many seconds late.
// Another seed is another effort.
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
	if testing.Short() {
		t.Skip("it counts what many imports do: no race is in that")
	}
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
			many := slices.Repeat([]*training.Recording{short(0, 1)}, 2000)
			return recording.Result{Format: training.FormatTCX, Kind: "activity", Recordings: many}, nil
		}
	})
	got := b.run(t, importing.RunOptions{}, file{"a.tcx.gz", []byte("small")})
	if got[0].Status != importing.Failed || !strings.Contains(got[0].Reason.String(), "2000 recordings") || b.count(t) != 0 {
		t.Errorf("%+v", got)
	}
}

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

// TestAnImportRemembersWhyFilesFailed by their names, the first few of them.
func TestAnImportRemembersWhyFilesFailed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var bad []file
	for _, name := range []string{"a/1.fit", "2.fit", "3.fit", "4.fit", "5.fit", "6.fit"} {
		bad = append(bad, file{name, []byte("no recording " + name)})
	}
	b.run(t, importing.RunOptions{RunID: "bad"}, bad...)
	runs, err := b.db.ImportRuns(t.Context(), training.Scope{Athlete: me, Audience: training.AudiencePage}, 1)
	if err != nil || len(runs) != 1 || len(runs[0].Failures) != 5 || runs[0].Counts["failed"] != 6 {
		t.Fatalf("%+v, %v", runs, err)
	}
	if got := i18n.Sentence(runs[0].Failures[0]).String(); strings.Count(got, "1.fit") != 1 || strings.Contains(got, "a/") {
		t.Errorf("%q", got)
	}
}

// cheetahHolds compares the store with the truth.
func (b bench) cheetahHolds(t testing.TB, truth goldencheetahtest.Truth, offsetS int) {
	t.Helper()
	if n := b.count(t); n != len(truth.Activities) {
		t.Errorf("%d activities, want %d", n, len(truth.Activities))
	}
	scope := storetest.Export(me)
	for _, want := range truth.Activities {
		id, err := b.db.Resolve(t.Context(), scope, "goldencheetah:"+strings.TrimSuffix(path.Base(want.File), ".json"))
		if err != nil {
			t.Errorf("%s: %v", want.File, err)
			continue
		}
		row, err := b.db.Activity(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		recs, err := b.db.Recordings(t.Context(), scope, id)
		if err != nil || len(recs) != 1+len(want.Original)/max(1, len(want.Original)) {
			t.Errorf("%s has %d recordings, %v", want.File, len(recs), err)
		}
		v := row.Summary.Values
		if row.Name != want.Title || row.Description != want.Notes || string(row.Sport) != want.Sport ||
			row.PerceivedExertion != float64(want.RPE) || !row.Start.Equal(want.Start) ||
			row.OffsetS != offsetS || math.Abs(v[training.MetricElapsedTimeS]-float64(want.ElapsedS)) > 1 ||
			math.Abs(v[training.MetricDistanceKM]*1000-want.DistanceM) > 3 {
			t.Errorf("%+v\n%v, want %+v", row.Activity, v, want)
		}
		for _, r := range recs {
			if !strings.HasSuffix(r.Origin.FileName, ".json") {
				continue
			}
			c, err := b.db.RecordingColumns(t.Context(), scope, r.ID, store.AllChannels)
			if err != nil {
				t.Fatal(err)
			}
			if hr := c.Data[training.HeartRate].Valid.Count(); c.Len() != want.Rows || hr != want.Rows-want.HRGaps ||
				c.Has(training.Power) != want.HasPower ||
				c.Has(training.Latitude) != want.HasGPS || c.Has(training.Temperature) ||
				len(r.Recording.Laps) != len(want.Intervals) || r.Recording.Device.Product != want.Device {
				t.Errorf("%s: %d rows, %d heart rates, %d laps, %+v, want %+v", want.File, c.Len(), hr, len(r.Recording.Laps), r.Recording.Device, want)
			}
		}
	}
}

func TestGoldenCheetahFolder(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]goldencheetahtest.Options{"east": {}, "west": {OffsetS: -7 * 3600, Seed: 5}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := goldencheetahtest.Build(o)
			b := stravaBench(t)
			p := filepath.Join(t.TempDir(), "athlete.zip")
			if err := os.WriteFile(p, a.Zip(), 0o600); err != nil {
				t.Fatal(err)
			}
			b.take(t, "run1", p)
			offset := o.OffsetS
			if offset == 0 {
				offset = 3600
			}
			b.cheetahHolds(t, a.Truth, offset)
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", p)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
			}
		})
	}
}
