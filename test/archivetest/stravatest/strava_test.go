package stravatest_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/rawfit"
)

func file(t *testing.T, a stravatest.Archive, name string) []byte {
	t.Helper()
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("the archive has no %s", name)
	return nil
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	for _, l := range stravatest.Languages() {
		o := stravatest.Options{Language: l, Seed: 3, Activities: 9, Seconds: 20}
		one, two := stravatest.Build(o).Zip(), stravatest.Build(o).Zip()
		if !bytes.Equal(one, two) {
			t.Errorf("%s: two builds differ", l)
		}
		o.Seed = 4
		if bytes.Equal(one, stravatest.Build(o).Zip()) {
			t.Errorf("%s: another seed changes nothing", l)
		}
	}
}

func TestTheTableReadsBack(t *testing.T) {
	t.Parallel()
	for _, l := range stravatest.Languages() {
		for _, crlf := range []bool{false, true} {
			data, truth := stravatest.Table(stravatest.Options{Language: l, BOM: true, CRLF: crlf, Extra: true})
			text, ok := bytes.CutPrefix(data, []byte("\ufeff"))
			if !ok {
				t.Fatalf("%s: no byte order mark", l)
			}
			rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			head, rows := rows[0], rows[1:]
			metric := l == stravatest.Russian // has a word of its own for metres
			if head[5] != head[15] || head[6] != head[17] && !metric || head[7] != head[30] || head[9] != head[50] {
				t.Errorf("%s: names that occur twice in the real header do not: %q", l, head[:51])
			}
			if len(rows) != len(truth) {
				t.Fatalf("%s: %d rows for %d activities", l, len(rows), len(truth))
			}
			for i, want := range truth {
				got := rows[i]
				metres, err := strconv.ParseFloat(got[17], 64)
				if got[0] != want.ID || got[2] != want.Name || got[4] != want.Description || got[10] != want.PrivateNote ||
					got[11] != want.Gear || got[12] != want.File || err != nil || math.Abs(metres-want.DistanceM) > 1e-6 {
					t.Errorf("%s: row %d is %q, want %+v", l, i, got[:18], want)
				}
			}
		}
	}
}

func TestEveryRecordingIsWholeAndItsOwn(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	seen := map[string]string{}
	for _, act := range a.Truth.Activities {
		if act.File == "" {
			continue
		}
		data := file(t, a, act.File)
		if strings.HasSuffix(act.File, ".gz") {
			r, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if other := seen[string(data)]; other != "" {
			t.Errorf("%s has the bytes of %s", act.File, other)
		}
		seen[string(data)] = act.File
		switch {
		case strings.Contains(act.File, ".fit"):
			if n := binary.LittleEndian.Uint32(data[4:]); int(n) != len(data)-16 || rawfit.CRC(data) != 0 {
				t.Errorf("%s: size %d of %d, checksum %d", act.File, n, len(data), rawfit.CRC(data))
			}
		default:
			if strings.Contains(act.File, ".tcx") && data[0] != ' ' {
				t.Errorf("%s does not begin with blanks", act.File)
			}
			if err := xml.Unmarshal(bytes.TrimSpace(data), new(struct{})); err != nil {
				t.Errorf("%s: %v", act.File, err)
			}
		}
	}
}

func TestWhatIsPrivateIsMarked(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	z, err := zip.NewReader(bytes.NewReader(a.Zip()), int64(len(a.Zip())))
	if err != nil || len(z.File) != len(a.Files) {
		t.Fatalf("zip: %v", err)
	}
	marked := 0
	for _, f := range a.Files {
		if bytes.Contains(f.Data, []byte(stravatest.Canary)) {
			marked++
		}
	}
	if marked != len(a.Truth.Private) {
		t.Errorf("%d files have the canary, want the %d private ones", marked, len(a.Truth.Private))
	}
}

func TestANewerArchiveChangesEveryFifth(t *testing.T) {
	t.Parallel()
	old, edited := stravatest.Build(stravatest.Options{}), stravatest.Build(stravatest.Options{Edited: true})
	for i, was := range old.Truth.Activities {
		is := edited.Truth.Activities[i]
		if (was.Name != is.Name) != (i%5 == 0) || was.ID != is.ID || !was.Start.Equal(is.Start) {
			t.Errorf("activity %d became %+v from %+v", i, is, was)
		}
	}
}

// full is a disk that has no room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAStreamIsTheArchive(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Language: stravatest.Japanese, Activities: 9, Seconds: 120, Extra: true}
	var b bytes.Buffer
	truth, err := stravatest.Write(&b, o)
	a := stravatest.Build(o)
	if diff := cmp.Diff(a.Truth, truth); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if !bytes.Equal(b.Bytes(), a.Zip()) {
		t.Error("what was streamed is not what was built")
	}
	if _, err := stravatest.Write(full{}, o); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestALargerArchiveBeginsWithTheSmaller asks for an archive again as an
// athlete does a month later.
func TestALargerArchiveBeginsWithTheSmaller(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Seed: 5, Activities: 8, Seconds: 120}
	was := stravatest.Build(o)
	o.Activities = 11
	is := stravatest.Build(o)
	if diff := cmp.Diff(was.Truth.Activities, is.Truth.Activities[:8]); diff != "" || len(is.Truth.Activities) != 11 {
		t.Errorf("%d activities\n%s", len(is.Truth.Activities), diff)
	}
	for _, act := range was.Truth.Activities {
		if act.File != "" && !bytes.Equal(was.Data(act.File), is.Data(act.File)) {
			t.Errorf("%s is another file", act.File)
		}
	}
}

// TestOneRouteWasFollowed holds the drawn track against the ridden one.
func TestOneRouteWasFollowed(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	track := func(name string) *training.Columns {
		got, err := recording.Read(t.Context(), name, a.Data(name), recording.Limits{})
		if err != nil || len(got.Recordings) != 1 {
			t.Fatalf("%s: %v, %+v", name, err, got)
		}
		return &got.Recordings[0].Columns
	}
	ridden := track(a.Truth.Activities[0].File)
	if ids := a.Truth.Followed[a.Truth.Routes[1]]; len(ids) != 1 || ids[0] != a.Truth.Activities[0].ID {
		t.Fatalf("followed by %v", ids)
	}
	drawn := a.Data("routes/2.gpx")
	if n := bytes.Count(drawn, []byte("<trkpt")); n != ridden.Len()/10+1 {
		t.Errorf("%d points drawn for %d ridden", n, ridden.Len())
	}
	var lat, lon, ele float64
	first := bytes.Index(drawn, []byte("<trkpt"))
	if _, err := fmt.Sscanf(string(drawn[first:first+80]), `<trkpt lat="%f" lon="%f"><ele>%f`, &lat, &lon, &ele); err != nil {
		t.Fatal(err)
	}
	v, ok := ridden.At(training.Latitude, 0)
	if !ok || math.Abs(float64(v)/training.Latitude.Scale()-lat) > 1e-5 {
		t.Errorf("drawn from %v, ridden from %v", lat, float64(v)/training.Latitude.Scale())
	}
}

// BenchmarkThreeThousand measures ten years of rides, every second of them.
func BenchmarkThreeThousand(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := stravatest.Write(io.Discard, stravatest.Options{Activities: 3000, Seconds: 3600}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTheUnpackedFolderHoldsWhatTheZipHolds(t *testing.T) {
	t.Parallel()
	a, dir := stravatest.Build(stravatest.Options{Language: stravatest.German}), t.TempDir()
	if err := a.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Name)))
		if err != nil || !bytes.Equal(got, f.Data) {
			t.Errorf("%s: %d bytes of %d, %v", f.Name, len(got), len(f.Data), err)
		}
	}
}
