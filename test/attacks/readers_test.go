//go:build e2e

package attacks_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"lapkeep/test/attacks/arenatest"
)

// memory is the most that an import may hold, in MB (DESIGN, section 8).
const memory = 250

// survives imports hostile files beside a good one: the good one is in, and
// nothing is said that only a programmer understands.
func survives(t *testing.T, hostile map[string][]byte) string {
	t.Helper()
	u := arenatest.NewUser(t)
	hostile["zz-good.tcx"] = arenatest.Ride(arenatest.Day(25), 222)
	s := u.Import(t, hostile)
	if s.Hung {
		t.Fatal("it hangs")
	}
	for _, w := range []string{
		"panic", "goroutine", "runtime error", "out of range", "nil pointer",
		"mistake in Lapkeep", "a bug", "internal error", "root:x:",
	} {
		if strings.Contains(s.All(), w) {
			t.Errorf("%q is in: %.800s", w, s.All())
		}
	}
	if s.PeakMB > memory {
		t.Errorf("it took %d MB, %d are promised", s.PeakMB, memory)
	}
	list := u.Must(t, "call", "list_activities", `{"from":"2026-03-26","to":"2026-03-26"}`)
	if !strings.Contains(list, `"avg_power_w":239`) {
		t.Errorf("the good file is not in: %.400s %.800s", list, s.All())
	}
	return s.All() + u.Run(t, "call", "list_activities", `{"range":"all"}`).All()
}

const (
	tcxHead = `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>`
	tcxTail = `</Activities></TrainingCenterDatabase>`
	lapHead = `<Lap StartTime="2026-03-05T07:00:00Z">`
)

func tcx(inner string) []byte { return []byte(tcxHead + inner + tcxTail) }

func readers() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, seen string
		files             func(t *testing.T) map[string][]byte
	}{
		{"an activity in a lap", "TCX with an activity nested in a lap of another", "c510560", func(*testing.T) map[string][]byte {
			return map[string][]byte{
				"a.tcx": tcx(`<Activity>` + lapHead + `<Activity><TotalTimeSeconds>60</TotalTimeSeconds></Activity></Lap></Activity>`),
				"b.tcx": tcx(`<Activity>` + lapHead + `<Activity><Notes>x</Notes><DistanceMeters>5</DistanceMeters></Activity></Lap></Activity>`),
				"c.tcx": tcx(`<Activity>` + lapHead +
					`<Lap><Activity/><Track/></Lap><AverageHeartRateBpm><Value>9</Value></AverageHeartRateBpm></Lap></Activity>`),
			}
		}},
		{"entities", "XML entities that name files and that expand", arenatest.Held, func(*testing.T) map[string][]byte {
			laughs := `<!DOCTYPE x [<!ENTITY a "` + strings.Repeat("ha", 50) + `">`
			for i := 'b'; i < 'k'; i++ {
				laughs += fmt.Sprintf(`<!ENTITY %c "%s">`, i, strings.Repeat(fmt.Sprintf("&%c;", i-1), 10))
			}
			file := `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`
			return map[string][]byte{
				"a.gpx": []byte(`<?xml version="1.0"?>` + laughs + `]><gpx><trk><name>&j;</name></trk></gpx>`),
				"b.gpx": []byte(file +
					`<gpx version="1.1"><trk><name>&e;</name><trkseg><trkpt lat="1" lon="1"><time>2026-03-05T07:00:00Z</time></trkpt><trkpt lat="1.001" lon="1"><time>2026-03-05T07:05:00Z</time></trkpt></trkseg></trk></gpx>`),
				"c.tcx": []byte(file +
					`<TrainingCenterDatabase><Activities><Activity><Notes>&e;</Notes></Activity></Activities></TrainingCenterDatabase>`),
			}
		}},
		{"depth", "XML and JSON nested a million deep", arenatest.Held, func(*testing.T) map[string][]byte {
			return map[string][]byte{
				"a.gpx": []byte("<gpx>" + strings.Repeat("<a>", 1_000_000)), "b.tcx": tcx(strings.Repeat("<Activity>", 300_000)),
				"c.json": []byte(strings.Repeat(`[`, 1_000_000)), "d.tcx": []byte(strings.Repeat("<TrainingCenterDatabase>", 200_000)),
			}
		}},
		{"depth of Suunto's JSON", "a log within a log, six million deep", "de0817e8", func(*testing.T) map[string][]byte {
			return map[string][]byte{"a.json": []byte(`{"x":"suunto/sml",` + strings.Repeat(`"Data":{`, 5_900_000))}
		}},
		{"deeply nested JSON", "47 MB of brackets, and of empty intervals", "ac3d4695", func(*testing.T) map[string][]byte {
			return map[string][]byte{
				"a.json": []byte(`{"x":"suunto/sml","q":[` + strings.Repeat("[", 46<<20)),
				"b.json": []byte(`{"RIDE":{"STARTTIME":"2020/01/01 01:01:01 UTC","INTERVALS":[` + strings.Repeat("{},", 15<<20) + `{}]}}`),
			}
		}},
		{"numbers", "times, places and values out of range", arenatest.Held, func(*testing.T) map[string][]byte {
			files := map[string][]byte{}
			for i, v := range []string{"NaN", "Inf", "-Inf", "1e999", "-1e999", "0x1p-2", "9223372036854775808", "٣", ""} {
				files[fmt.Sprintf("n%d.gpx", i)] = []byte(`<gpx version="1.1"><trk><trkseg><trkpt lat="` + v + `" lon="` + v +
					`"><ele>` + v + `</ele><time>2026-03-05T07:00:00Z</time></trkpt>` +
					`<trkpt lat="1" lon="1"><time>2026-03-05T08:00:00Z</time></trkpt></trkseg></trk></gpx>`)
				files[fmt.Sprintf("m%d.tcx", i)] = bytes.ReplaceAll(arenatest.Ride(arenatest.Day(i), 200), []byte("<Cadence>85<"),
					[]byte("<Cadence>"+v+"<"))
			}
			for i, v := range []string{
				"0000-00-00T00:00:00Z", "9999-12-31T23:59:59Z", "-292277022399-01-01T00:00:00Z",
				"2026-02-30T00:00:00Z", "1970-01-01T00:00:00+99:99",
			} {
				files[fmt.Sprintf("t%d.gpx", i)] = []byte(`<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="1"><time>` + v +
					`</time></trkpt><trkpt lat="1" lon="2"><time>2026-03-05T07:00:00Z</time></trkpt></trkseg></trk></gpx>`)
			}
			return files
		}},
		{"small zip bombs", "archives of a few kB that unpack to very large files", arenatest.Held, func(t *testing.T) map[string][]byte {
			zeros := strings.Repeat(" ", 30<<20)
			inner := string(arenatest.Zip(t, [2]string{"a.tcx", zeros}))
			return map[string][]byte{
				"a.zip": arenatest.Zip(t, [2]string{"a.tcx", zeros}, [2]string{"b.gpx", "<gpx>" + zeros}),
				"c.zip": arenatest.Zip(t, [2]string{"1.zip", inner}, [2]string{"2.zip", inner}, [2]string{"3.zip", inner}),
				"d.zip": arenatest.Zip(t, [2]string{
					"activities.csv",
					"Activity ID,Activity Date,Activity Name,Filename\n" + strings.Repeat("1,x,y,\n", 6<<20),
				}),
				"f.zip": arenatest.Zip(t, [2]string{
					"DI_CONNECT/DI-Connect-Fitness/x_summarizedActivities.json",
					`[{"summarizedActivitiesExport":[` + strings.Repeat("{},", 12<<20),
				}),
			}
		}},
		{
			"an export of empty workouts",
			"an Apple Health export of 40 kB with two million empty workouts, which would take minutes to read", "c510560",
			func(t *testing.T) map[string][]byte {
				return map[string][]byte{"e.zip": arenatest.Zip(t,
					[2]string{"apple_health_export/export.xml", "<HealthData>" + strings.Repeat("<Workout/>", 2<<20)})}
			},
		},
		{"packed bombs", "gzip and zstd files of a few kB that unpack to several hundred MB", "c510560", func(t *testing.T) map[string][]byte {
			return map[string][]byte{"a.tcx.gz": gz(t, 300<<20), "b.fit.zst": zst(t, 300<<20)}
		}},
		{
			"too many members", "archives with 110,000 members, with names that point outside, with duplicate names", arenatest.Held,
			func(t *testing.T) map[string][]byte {
				many := make([][2]string, 110_000)
				for i := range many {
					many[i][0] = fmt.Sprint(i, ".fit")
				}
				return map[string][]byte{
					"a.zip": arenatest.Zip(t, many...),
					"b.zip": arenatest.Zip(t, [2]string{"../../x.tcx", string(arenatest.Ride(arenatest.Day(1), 200))},
						[2]string{"/etc/x.tcx", "x"}, [2]string{`..\x.fit`, "x"}, [2]string{"a.fit", "x"}, [2]string{"a.fit", "y"}),
					"c.zip": arenatest.Zip(t, [2]string{"activities.csv", "Activity ID,Filename\n1,../../../../etc/passwd\n2,/etc/passwd\n"}),
					"d.zip": lying(t),
				}
			},
		},
		{"an endless text", "one value of 40 MB, a million attributes", arenatest.Held, func(*testing.T) map[string][]byte {
			var attrs strings.Builder
			for i := range 300_000 {
				fmt.Fprintf(&attrs, ` a%d="1"`, i)
			}
			return map[string][]byte{
				"a.gpx": []byte(`<gpx><trk><name>` + strings.Repeat("x", 40<<20) + `</name></trk></gpx>`),
				"b.gpx": []byte("<gpx" + attrs.String() + "></gpx>"),
				"c.tcx": tcx(`<Activity><Notes>` + strings.Repeat("&amp;", 4<<20) + `</Notes></Activity>`),
			}
		}},
	} {
		out = append(out, arenatest.Attack{
			Name: c.name, By: arenatest.Archive, Tries: c.tries, Seen: c.seen,
			Run: func(t *testing.T) { survives(t, c.files(t)) },
		})
	}
	return append(out, arenatest.Attack{
		Name: "broken recordings", By: arenatest.Archive, Seen: "c510560",
		Tries: "200 FIT, TCX and GPX files with changed, missing and duplicated bytes",
		Run:   func(t *testing.T) { survives(t, broken(t)) },
	})
}

// broken returns real recordings with some bytes changed.
func broken(t *testing.T) map[string][]byte {
	u, rides := newAthlete(t)
	files, random := map[string][]byte{}, rand.New(rand.NewPCG(5, 6))
	for _, format := range []string{"fit", "tcx", "gpx"} {
		a := arenatest.Answer{Data: []byte(u.Must(t, "call", "export_activity", fmt.Sprintf(`{"id":%q,"format":%q}`, rides[0], format)))}
		path := a.Field("path")
		if path == "" {
			path = a.Field("file", "path")
		}
		good, err := os.ReadFile(filepath.Clean(path))
		if err != nil {
			t.Fatalf("%v: %s", err, a.Data)
		}
		for i := range 66 {
			bad := bytes.Clone(good)
			for range 1 + random.IntN(8) {
				bad[random.IntN(min(len(bad), 1+i*80))] = byte(random.IntN(256))
			}
			switch from := random.IntN(len(bad)); i % 4 {
			case 1:
				bad = bad[:from]
			case 2:
				bad = append(bad[:from:from], bad[from/2:]...)
			}
			files[fmt.Sprintf("%s%03d.%[1]s", format, i)] = bad
		}
	}
	return files
}

func gz(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	for zeros := make([]byte, 1<<20); n > 0; n -= len(zeros) {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zst(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	for zeros := make([]byte, 1<<20); n > 0; n -= len(zeros) {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lying returns an archive that says its member is small.
func lying(t *testing.T) []byte {
	t.Helper()
	data := arenatest.Zip(t, [2]string{"a.tcx", strings.Repeat(" ", 30<<20)})
	size := []byte{0, 0, 0xe0, 1} // 30 MiB, little endian
	return bytes.ReplaceAll(data, size, []byte{10, 0, 0, 0})
}

func TestReaders(t *testing.T) { arenatest.Run(t, readers()) }
