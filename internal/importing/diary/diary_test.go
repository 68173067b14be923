package diary_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/diarytest"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/realdata"
)

// write writes the files of a form, and returns their folder, or their zip.
func write(t testing.TB, f diarytest.Form, zipped bool) string {
	t.Helper()
	dir := t.TempDir()
	if zipped {
		files := packtest.Files{}
		for _, x := range f.Files {
			files = append(files, packtest.File{Name: x.Name, Data: x.Data})
		}
		p := filepath.Join(dir, "export.zip")
		if err := os.WriteFile(p, files.Zip(), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, x := range f.Files {
		p := filepath.Join(dir, filepath.FromSlash(x.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, x.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// walk returns the items below a path.
func walk(t testing.TB, p string) (items []listing.Item) {
	t.Helper()
	for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{}) {
		items = append(items, it)
	}
	return items
}

// daysOf returns what all sources say in an item.
func daysOf(it listing.Item) []training.WellnessDay {
	out := it.Wellness.Days
	for _, m := range it.Wellness.More {
		out = append(out, m.Days...)
	}
	return out
}

// values returns the values of all days by day and field, with their sources.
func values(t testing.TB, items []listing.Item) (map[string]map[string]float64, map[string]bool) {
	t.Helper()
	out, sources := map[string]map[string]float64{}, map[string]bool{}
	for _, it := range items {
		if it.Wellness == nil {
			continue
		}
		for _, w := range daysOf(it) {
			of := out[w.Day.String()]
			if of == nil {
				of = map[string]float64{}
				out[w.Day.String()] = of
			}
			for f, v := range w.Numbers {
				if old, twice := of[string(f)]; twice && math.Abs(old-v.Value) > 1e-6 {
					t.Errorf("%s: %s is both %v and %v", w.Day, f, old, v.Value)
				}
				of[string(f)], sources[v.Source] = v.Value, true
			}
			for f, v := range w.Words {
				at, err := time.Parse(time.RFC3339, v.Text)
				if err != nil {
					t.Errorf("%s: %s %q", w.Day, f, v.Text)
				}
				of[string(f)], sources[v.Source] = float64(at.Unix()), true
			}
		}
	}
	return out, sources
}

// differ returns the differences between what days are and what was read.
func differ(days []diarytest.Day, want func(diarytest.Day) map[string]float64, got map[string]map[string]float64) (out []string) {
	left := map[string]bool{}
	for day := range got {
		left[day] = true
	}
	for _, d := range days {
		day := d.Date.Format(time.DateOnly)
		delete(left, day)
		w := want(d)
		for f, v := range w {
			if x, ok := got[day][f]; !ok || math.Abs(x-v) > 1e-6+1e-5*math.Abs(v) && !(f == "body_fat_pct" && math.Abs(x-v) < 0.06) &&
				!(f == "weight_kg" && math.Abs(x-v) < 0.006) {
				out = append(out, fmt.Sprintf("%s: %s is %v (%t), want %v", day, f, x, ok, v))
			}
		}
		for f, v := range got[day] {
			if _, ok := w[f]; !ok {
				out = append(out, fmt.Sprintf("%s: %s is %v, and is not in the export", day, f, v))
			}
		}
	}
	for day := range left {
		out = append(out, "the export has no "+day)
	}
	slices.Sort(out)
	return out[:min(len(out), 12)]
}

// aside lists what is said of files that add nothing of their own.
var aside = []string{"It is a table of an archive that is not read.", "Its values are with those of the files beside it."}

// TestEveryFormOfDays: each value comes in on its day, in its unit and with its source, from a
// folder and from a zip, and nothing else does.
func TestEveryFormOfDays(t *testing.T) {
	t.Parallel()
	for name, f := range diarytest.All(1) {
		for _, zipped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, zipped %t", name, zipped), func(t *testing.T) {
				t.Parallel()
				items := walk(t, write(t, f, zipped))
				for _, it := range items {
					if it.Err != nil || it.Warning != "" {
						t.Errorf("%s: %v %q", it.Path, it.Err, it.Warning)
					}
					if it.Skip != "" && !strings.Contains(it.Skip, f.Name) && !slices.Contains(aside, it.Skip) {
						t.Errorf("%s: %q", it.Path, it.Skip)
					}
				}
				got, sources := values(t, items)
				if d := differ(f.Days, f.Want, got); len(d) > 0 {
					t.Error(strings.Join(d, "\n"))
				}
				for s := range sources {
					if maker, _, _ := strings.Cut(s, "/"); maker != f.Source {
						t.Errorf("the source is %q", s)
					}
				}
			})
		}
	}
}

// TestEachFileAlone: every table can be named by itself, and has the same values as with the others.
func TestEachFileAlone(t *testing.T) {
	t.Parallel()
	for name, f := range diarytest.All(3) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, f, false)
			all, _ := values(t, walk(t, dir))
			read := 0
			for _, x := range f.Files {
				alone, _ := values(t, walk(t, filepath.Join(dir, filepath.FromSlash(x.Name))))
				for day, of := range alone {
					for field, v := range of {
						if read++; all[day][field] != v && f.Source != "garmin" { // a day of a watch is in several files
							t.Errorf("%s: %s %s is %v alone, and %v with the others", x.Name, day, field, v, all[day][field])
						}
					}
				}
			}
			if read == 0 {
				t.Error("nothing")
			}
		})
	}
}

// TestHalfAFileOfDays: wherever a file is cut, what is read is what the whole has, but for the last row.
func TestHalfAFileOfDays(t *testing.T) {
	t.Parallel()
	for name, f := range diarytest.All(5) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			main := slices.MaxFunc(f.Files, func(a, b diarytest.File) int { return cmp.Compare(len(a.Data), len(b.Data)) })
			f.Files = []diarytest.File{main}
			whole, _ := values(t, walk(t, write(t, f, false)))
			for i := range 12 {
				cut := main
				cut.Data = main.Data[:len(main.Data)*i/12]
				f.Files = []diarytest.File{cut}
				items := walk(t, write(t, f, false))
				got, _ := values(t, items)
				odd := 0
				for day, of := range got {
					for field, v := range of {
						if whole[day][field] != v {
							odd++
						}
					}
				}
				if odd > 8 || len(got) > len(whole) {
					t.Errorf("cut at %d twelfths, %d values of %d days differ", i, odd, len(got))
				}
			}
		})
	}
}

// sane fails if a day has a value that no day can have.
func sane(t *testing.T, items []listing.Item) {
	t.Helper()
	for _, it := range items {
		if it.Wellness == nil {
			continue
		}
		for _, w := range daysOf(it) {
			for f, v := range w.Numbers {
				if low, high, ok := f.Range(); !ok || !(v.Value >= low && v.Value <= high) || v.Source == "" {
					t.Fatalf("%s: %s is %v of %q", w.Day, f, v.Value, v.Source)
				}
			}
			if w.Day < training.NewDay(1990, 1, 1) || w.Day > training.NewDay(2100, 1, 1) {
				t.Fatal(w.Day)
			}
		}
	}
}

// TestDamagedDays: whatever bytes of a file are damaged, what is read can be, and nothing fails without a reason.
func TestDamagedDays(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	for name, f := range diarytest.All(9) {
		for range 5 {
			for i := range f.Files {
				data := slices.Clone(f.Files[i].Data[:min(len(f.Files[i].Data), 60_000)])
				for range 1 + len(data)/300 {
					data[r.IntN(len(data))] = byte(r.IntN(256))
				}
				f.Files[i].Data = data
			}
			items := walk(t, write(t, f, false))
			sane(t, items)
			for _, it := range items {
				if it.Err != nil && training.KindOf(it.Err) == training.KindInternal {
					t.Errorf("%s: %s: %v", name, it.Path, it.Err)
				}
			}
		}
	}
}

// TestWhatIsRefused: dates that can be read in two ways, times without a zone, an unknown unit and
// values that cannot be are not guessed, and the report names the reason.
func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	google := diarytest.Google(diarytest.Days(1, 20, 7200), "Google Health/")
	google.Files = slices.DeleteFunc(google.Files, func(f diarytest.File) bool { return !strings.Contains(f.Name, "steps_") })
	watch := diarytest.Watch(diarytest.Days(1, 20, 7200), false)
	watch.Files = slices.DeleteFunc(watch.Files, func(f diarytest.File) bool { return !strings.Contains(f.Name, "HRVStatus") })
	one := func(name, text string) diarytest.Form {
		return diarytest.Form{Files: []diarytest.File{{Name: name, Data: []byte(text)}}}
	}
	for want, f := range map[string]diarytest.Form{
		"its dates can be read in two ways": one("MyMeasurements.csv",
			"date, timestamp_measurement, HR, rMSSD, HRV4T_Recovery_Points\n3/4/2026, -, 48, 70, 8\n"),
		"Its times have no zone": watch,
		"the table UserSleeps":   google,
		"could not be read|no values": one("HealthAutoExport-1.json", `{"data":{"metrics":[{"name":"weight_body_mass","units":"stone",`+
			`"data":[{"qty":11,"date":"2026-05-10 07:00:00 +0200"}]}]}}`),
		"impossible|no values": one("dailysummary.csv",
			"Date,Energy (kcal),Carbs (g),Fat (g),Protein (g),Completed\n2026-05-10,250000,-3,1e99,NaN,true\n"),
	} {
		said, days := "", 0
		for _, it := range walk(t, write(t, f, false)) {
			if it.Wellness != nil {
				days += len(daysOf(it))
			}
			said += i18n.Sentence(it.Skip).String() + i18n.Sentence(it.Warning).String()
			if it.Err != nil {
				said += it.Err.Error()
			}
		}
		if days != 0 || !slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return strings.Contains(said, w) }) {
			t.Errorf("%d days, %q, want %q", days, said, want)
		}
	}
}

// TestAStoppedWalkOfDays ends at once.
func TestAStoppedWalkOfDays(t *testing.T) {
	t.Parallel()
	for name, f := range diarytest.All(13) {
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		for range archive.Walk(ctx, []string{write(t, f, false)}, archive.Limits{}) {
			stop()
			n++
		}
		if stop(); n > 1 {
			t.Errorf("%s: %d items", name, n)
		}
	}
}

// FuzzDays holds that nothing in a file brings its reader down, and that every value can be one.
func FuzzDays(f *testing.F) {
	for _, form := range diarytest.All(7) {
		for _, x := range form.Files {
			f.Add(x.Name, x.Data[:min(len(x.Data), 4000)])
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		p := filepath.Join(t.TempDir(), strings.Map(func(r rune) rune {
			if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
				return '_'
			}
			return r
		}, name[max(0, len(name)-40):])+filepath.Ext(name))
		if os.WriteFile(p, data, 0o600) == nil {
			sane(t, walk(t, p))
		}
	})
}

// TestARealDayOfAWatch has the steps and the energy that an independent decoder reads from the
// bytes: 3,142 walking and 31 running, 68 and 1 kcal, on the day that ends with the file.
func TestARealDayOfAWatch(t *testing.T) {
	t.Parallel()
	got, _ := values(t, walk(t, realdata.Files(t, "fit/python-fitparse__MonitoringFile__*.fit")[0]))
	if day := got["2014-12-27"]; len(got) != 1 || len(day) != 2 || day["steps"] != 3173 || day["active_energy_kcal"] != 69 {
		t.Error(got)
	}
}
