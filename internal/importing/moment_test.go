package importing_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/ingesttest"
)

// moments are files of one moment, with so many seconds each.
var moments = map[string]func(n, seconds int) []file{
	// A device whose clock was never set begins each ride at the same time.
	"a clock that was never set": func(n, seconds int) (files []file) {
		for i := range n {
			d := headUnit("7")
			d.LateS = i % 7
			files = append(files, ride(fmt.Sprintf("effort %03d", i), momentary(seconds, float64(i)), d))
		}
		return files
	},
	"devices without serial numbers": func(n, seconds int) (files []file) {
		for i := range n {
			d := ingesttest.Device{Maker: "a", Channels: ingesttest.Everything(), LateS: i % 7, Noise: float64(i % 3)}
			files = append(files, ride(fmt.Sprintf("other %03d", i), momentary(seconds, float64(i)), d))
		}
		return files
	},
	// Each rider has a watch and a head unit, so that two recordings are one activity.
	"a group ride": func(n, seconds int) (files []file) {
		for i := range n {
			o := momentary(seconds, float64(i/2))
			d := headUnit(fmt.Sprint("h", i))
			if i%2 == 1 {
				d = watch(fmt.Sprint("w", i))
			}
			d.LateS += i % 5
			files = append(files, ride(fmt.Sprintf("rider %03d %d", i/2, i%2), o, d))
		}
		return files
	},
	"copies": func(n, seconds int) (files []file) {
		for i := range n {
			d := headUnit(fmt.Sprint("c", i))
			d.Name = fmt.Sprint(i)
			files = append(files, ride(fmt.Sprintf("copy %03d", i), momentary(seconds, 1), d))
		}
		return files
	},
}

func momentary(seconds int, seed float64) ingesttest.Outing {
	return ingesttest.Outing{Sport: training.Cycling, Start: start, Seconds: seconds, Seed: seed, LatDeg: 47, LonDeg: 8}
}

// decisions returns which files became one activity, and what the report says of each.
func (b bench) decisions(t testing.TB, name string, results []importing.FileResult) string {
	t.Helper()
	ctx, all := t.Context(), storetest.Export(me)
	page, err := b.db.Activities(ctx, all, store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	of := map[training.ActivityID]string{}
	for _, row := range page.Rows {
		recs, err := b.db.Recordings(ctx, all, row.ID)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range recs {
			names = append(names, fmt.Sprintf("%s (%x)", r.Origin.FileName, r.Chosen))
		}
		slices.Sort(names[1:]) // the first is the primary recording
		of[row.ID] = recs[0].Origin.FileName
		groups = append(groups, strings.Join(names, ", "))
	}
	slices.Sort(groups)
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n%s\n", name, strings.Join(groups, "\n"))
	for _, r := range results {
		var said []string
		for _, w := range r.Warnings {
			text := w.String()
			for id, name := range of {
				text = strings.ReplaceAll(text, string(id), name)
			}
			said = append(said, text)
		}
		slices.Sort(said) // their order depends on which files share a commit
		sum := crc32.ChecksumIEEE([]byte(strings.Join(said, "\n")))
		fmt.Fprintf(&out, "%s: %s %s%d warnings %08x\n", r.Path, r.Status, r.Reason, len(said), sum)
	}
	return out.String()
}

// TestDecisionsOfOneMoment compares which files of one moment become one activity with
// what was decided when each pair was compared by its columns. Each is compared with all
// others, so that the decisions do not depend on the commits.
func TestDecisionsOfOneMoment(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	decide := func(name string, files []file) {
		b := newBench(t)
		results := b.run(t, importing.RunOptions{}, files...)
		if err := b.im.Follow(t.Context(), b.db); err != nil {
			t.Fatal(err)
		}
		out.WriteString(b.decisions(t, name, results))
	}
	var mixed []file
	for _, name := range sortedKeys(moments) {
		decide(name, moments[name](30, 600))
		mixed = append(mixed, moments[name](8, 500)...)
	}
	decide("all of them", mixed)
	golden.Check(t, "testdata/moments.txt", out.String())
}

func sortedKeys[T any](m map[string]T) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// BenchmarkOneMoment imports files of an hour that begin within seven seconds, and follows.
// They are decoded before, so that only what their number costs is measured.
func BenchmarkOneMoment(b *testing.B) {
	for _, name := range sortedKeys(moments) {
		for _, n := range []int{50, 200} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(name, " ", "-"), n), func(b *testing.B) {
				files := moments[name](n, 3600)
				decoded := map[string]recording.Result{}
				for i, f := range files {
					r, err := ingesttest.Read(b.Context(), f.name, f.data, recording.Limits{})
					if err != nil {
						b.Fatal(err)
					}
					decoded[f.name], files[i].data = r, []byte(f.name)
				}
				read := func(_ context.Context, name string, _ []byte, _ recording.Limits) (recording.Result, error) {
					r := decoded[name]
					rec := *r.Recordings[0]
					r.Recordings = []*training.Recording{&rec}
					return r, nil
				}
				for b.Loop() {
					h := newBench(b, func(o *importing.Options) { o.Workers, o.Read = 1, read })
					h.run(b, importing.RunOptions{RunID: "r"}, files...)
					if err := h.im.Follow(b.Context(), h.db); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*n), "ms/file")
			})
		}
	}
}
