package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/fitbittest"
)

var day = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)

// tableForm is an export that several tables called "diary…" show, in the folder
// above theirs. Their lines name the files of a folder.
type tableForm struct{}

func (tableForm) Top(e *listing.Entry) (string, bool) {
	dir, base := path.Split(e.Rel)
	return strings.TrimSuffix(dir, "tables/"), strings.HasPrefix(base, "diary") && strings.HasSuffix(dir, "tables/")
}

func (tableForm) Emit(x *listing.Export) {
	text, err := x.Table(&x.Mark)
	if err != nil || len(text) == 0 {
		x.Refuse("It is empty.")
		return
	}
	e, ok := x.Use(`FILES\named.gpx`)
	if it := e.Item(); ok {
		it.Statement = &training.Statement{Ref: "diary:1"}
		if !x.Yield(it) {
			return
		}
	}
	x.Leave(func(name string) string {
		if strings.HasPrefix(name, "tables/") {
			return "It is a table."
		}
		return ""
	})
	x.Sift(func(head []byte) string {
		if strings.Contains(string(head), "empty") {
			return "Nothing is in it."
		}
		return ""
	})
	x.Number(func(name string) int64 {
		n, _ := strconv.ParseInt(strings.TrimSuffix(path.Base(name), ".gpx"), 10, 64)
		return n
	})
	x.Last(func() { x.Yield(listing.Item{Path: x.Shown("after"), Skip: "It is all."}) })
	x.About(func(it listing.Item) listing.Item {
		if it.Skip != "" {
			return it
		}
		it.Statement = &training.Statement{Ref: "diary:" + it.Name()}
		return it
	})
}

func zipOf(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func walkWith(t *testing.T, dir string, l Limits) (lines []string) {
	t.Helper()
	l = l.withDefaults()
	w := &walker{ctx: t.Context(), limits: l, forms: []listing.Form{tableForm{}}, yield: func(it listing.Item) bool {
		rel, err := filepath.Rel(dir, it.Path)
		if err != nil {
			t.Fatal(err)
		}
		line := filepath.ToSlash(rel)
		if it.Statement != nil {
			line += " is " + it.Statement.Ref
		}
		lines = append(lines, strings.TrimSpace(line+" "+it.Skip))
		return true
	}}
	w.path(dir)
	return lines
}

// TestAFormOfExports: it takes what it asks for, what is left goes on with
// its reasons and its words, also out of archives within archives, and an
// export that several tables show is one.
func TestAFormOfExports(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a/tables/diary1.txt": "some", "a/tables/diary2.txt": "more", "a/files/Named.gpx": "<gpx/>", "a/files/other.gpx": "<gpx/>",
		"a/files/part.zip": zipOf(t, "deep.zip", zipOf(t, "1.gpx", "<gpx/>", "2.gpx", "<gpx>empty")),
		"a/files/more.zip": zipOf(t, "5.gpx", "<gpx/>"), "a/files/most.zip": zipOf(t, "3.gpx", "<gpx/>", "7.gpx", "<gpx/>"),
		"a/files/bad.zip": zipOf(t, "8.gpx", "<gpx/>")[:40], "b.gpx": "<gpx/>", "c/tables/diary.txt": "",
	} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(p, day, day); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"a/files/Named.gpx is diary:1",
		"a/files/most.zip/7.gpx is diary:7.gpx",
		"a/files/more.zip/5.gpx is diary:5.gpx",
		"a/files/most.zip/3.gpx is diary:3.gpx",
		"a/files/bad.zip",
		"a/files/other.gpx is diary:other.gpx",
		"a/tables/diary2.txt It is a table.",
		"b.gpx",
		"c/tables/diary.txt It is empty.",
		"a/files/part.zip/deep.zip/2.gpx Nothing is in it.",
		"a/files/part.zip/deep.zip/1.gpx is diary:1.gpx",
		"a/after It is all.",
	}
	if d := cmp.Diff(want, walkWith(t, dir, Limits{})); d != "" {
		t.Error(d)
	}
}

// TestStreams: a part is read piece by piece beyond the limit of files, and
// one that lies about its size is cut off.
func TestStreams(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	dir := t.TempDir()
	onto := filepath.Join(dir, "a.zip")
	if err := os.WriteFile(onto, []byte(zipOf(t, "long.xml", long)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "long.xml"), []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		ratio int64
		bomb  bool
	}{{"packed", 5000, false}, {"a bomb", 2, true}} {
		l := Limits{FileBytes: 1000, Ratio: tt.ratio}.withDefaults()
		w := &walker{ctx: t.Context(), limits: l}
		e := w.onDisk(onto, dir, "a.zip", "a.zip", mustStat(t, onto))
		all, err := w.members(e, e.File.(content).(source), nesting{}.enter(e.Size, l))
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		n, err := drain(t.Context(), all[0].File)
		if bomb := training.KindOf(err) == training.KindTooLarge; bomb != tt.bomb || !bomb && (err != nil || n != len(long)) {
			t.Errorf("%s: %d bytes, %v", tt.name, n, err)
		}
	}
	w := &walker{ctx: t.Context(), limits: Limits{FileBytes: 1000}.withDefaults()}
	e := w.onDisk("long.xml", dir, "long.xml", "long.xml", mustStat(t, filepath.Join(dir, "long.xml")))
	if n, err := drain(t.Context(), e.File); n != len(long) || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := e.File.Read(t.Context()); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("read as a whole: %v", err)
	}
}

func mustStat(t *testing.T, p string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(p)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func drain(ctx context.Context, c listing.Content) (int, error) {
	r, err := c.Stream(ctx)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	return int(n), err
}

// TestPagesNameWhatIsImported: the forms and services that the pages promise are
// those that a walk and the readers know.
func TestPagesNameWhatIsImported(t *testing.T) {
	t.Parallel()
	for page, names := range map[string][]string{
		"docs/importing.md": {
			"FIT", "TCX", "GPX", "PWX", "FITLOG", "KML", "SML", "Strava", "Garmin", "Apple Health", "GoldenCheetah",
			"TrainingPeaks", "Polar Flow", "Runkeeper", "Endomondo", "MCPacer",
			"Fitbit or Google Health", "Samsung Health", "Nike Run Club", "Health Connect", "ZWO", "ERG", "MRC", "iGPSport",
		},
		"docs/faq.md": {
			"COROS", "Wahoo", "Zwift", "Suunto", "Polar", "Runkeeper", "Fitbit", "Samsung Health", "Endomondo", "MCPacer",
			"Nike Run Club", "Health Connect", "Whoop", "Oura", "Hevy", "Cronometer", "ZWO", "ERG", "MRC", "iGPSport",
		},
		"docs/troubleshooting.md": {"FIT", "TCX", "GPX", "PWX", "FITLOG", "KML", "SML", "ZWO", "ERG", "MRC", "iGPSport"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), n) {
				t.Errorf("%s does not name %s", page, n)
			}
		}
	}
	unread := len(unreadForms())
	if read := len(forms()) - unread; read != 25 || unread != 5 {
		t.Errorf("%d forms are read and %d named; the pages say 25 and 5", read, unread)
	}
}

func TestFitbitRowsAreWhatTheTableSays(t *testing.T) {
	t.Parallel()
	a := fitbittest.Build()
	got, err := fitbitRead(a.Files[0].Data)
	if err != nil || got.empty != a.Empty {
		t.Fatalf("%d empty, %v", got.empty, err)
	}
	measured := 0
	for _, want := range a.Exercises {
		if want.DistanceM+float64(want.AvgHR+want.Kcal) == 0 {
			continue
		}
		s := got.said[measured]
		measured++
		_, offset := s.Entry.Start.Zone()
		v := s.Entry.Values
		if !s.Entry.Start.Equal(want.Start) || offset != want.OffsetS || string(s.Sport) != want.Sport ||
			s.Entry.TimerS != float64(want.DurationS) ||
			math.Abs(1000*v[training.MetricDistanceKM]-want.DistanceM) > 0.1 ||
			v[training.MetricAvgHRBpm] != float64(want.AvgHR) || v[training.MetricCaloriesKcal] != float64(want.Kcal) {
			t.Errorf("%+v %+v, want %+v", s, s.Entry, want)
		}
		for _, m := range []training.Metric{training.MetricDistanceKM, training.MetricAvgHRBpm, training.MetricCaloriesKcal} {
			if x, said := v[m]; said && x == 0 {
				t.Errorf("%s of nothing", m)
			}
		}
	}
	if len(got.said) != measured {
		t.Errorf("%d exercises, want %d", len(got.said), measured)
	}
}

func TestFitbitTablesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "exercise_id,exercise_start\n", "\x00"} {
		if _, err := fitbitRead([]byte(text)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
	const head = "exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories\n"
	got, err := fitbitRead([]byte(head + "1,never,2024-06-01T10:00:00Z,+02:00,Run,5\n2,2024-06-01T10:00:00Z,2024-06-01T09:00:00Z,+02:00,Run,5\n" +
		",2024-06-01T10:00:00Z,2024-06-01T11:00:00Z,+02:00,Run,5\n3,2024-06-01T10:00:00Z,2024-06-01T11:00:00Z,here,Aerial " +
		"Hoop,5\n4,2024-06-01T10:00:00Z,2024-06-01T11:00:00Z\n"))
	if err != nil || len(got.said) != 1 || got.said[0].Sport != "aerial_hoop" || got.empty != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzFitbitTable holds that nothing in a table brings its reader down.
func FuzzFitbitTable(f *testing.F) {
	data := fitbittest.Build().Files[0].Data
	f.Add(data)
	f.Add(bytes.ReplaceAll(data, []byte("2024"), []byte("0000")))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := fitbitRead(in)
		for _, s := range got.said {
			if err == nil && (s.Entry.TimerS <= 0 || !strings.HasPrefix(s.Ref, FitbitSource+":")) {
				t.Errorf("%+v", s)
			}
		}
	})
}

func TestWords(t *testing.T) {
	t.Parallel()
	h, err := jsonfile.Head(strings.NewReader(`{"RIDE":{"STARTTIME":"2024\/03\/01 05:30:00 UTC ","TAGS":{"Sport":"Ski ","RPE":"11 ","Workout Title":"a\u202eb ","Notes":"one\ntwo ","Weight":70},` +
		`"OVERRIDES":[{"workout_time":{"value":"3600"}},{"time_riding":{"value":3500}},{"average_power":{"value":"200 "}},{"coggan_np":{"value":"nan"}},{"average_hr":{"value":"none"}},{"total_distance":{"value":30.5}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := training.Statement{Ref: "goldencheetah:2024_03_01_06_30_00", Sport: training.CrossCountry, Name: "ab", Description: "one\ntwo"}
	if d := cmp.Diff(want, said(h, "2024_03_01_06_30_00")); d != "" || h.Sampled {
		t.Error(d)
	}
	typed := &training.Entry{Start: time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC), TimerS: 3500, ElapsedS: 3600, Values: training.Values{
		training.MetricAvgPowerW: 200, training.MetricDistanceKM: 30.5, training.MetricMovingTimeS: 3500,
	}}
	if d := cmp.Diff(typed, entry(h)); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"coggan_np", "average_hr"} {
		if v, ok := h.Overrides[name]; ok {
			t.Errorf("what is no number is %s %v", name, v)
		}
	}
}
