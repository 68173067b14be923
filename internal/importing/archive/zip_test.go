package archive_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/packtest"
)

type member struct {
	name, data string
	method     uint16
	age        int
}

func putZip(t testing.TB, root, name string, members ...member) string {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, m := range members {
		w, err := z.CreateHeader(&zip.FileHeader{
			Name: m.name, Method: m.method,
			Modified: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Add(-time.Duration(m.age) * time.Hour),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := filepath.Join(root, name)
	if err := os.WriteFile(p, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestZipMembersAreReadLazily(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	p := putZip(t, root, "export.zip",
		member{"activities/1.fit", "one", zip.Deflate, 3},
		member{"activities/2.fit", "two", zip.Store, 1},
		member{"__MACOSX/x.fit", "x", zip.Store, 4},
		member{"inner.zip", "x", zip.Store, 5},
		member{"media/p.jpg", "x", zip.Store, 6},
		member{"../../escape.fit", "e", zip.Store, 7},
		member{"/etc/escape.fit", "e", zip.Store, 8},
		member{"./here.fit", "here", zip.Store, 9},
	)
	var items []listing.Item
	for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{}) {
		items = append(items, it)
	}
	got := make([]string, 0, len(items))
	for _, it := range items { // after the walk, which has closed the archive
		got = append(got, outcome(t, p, it))
	}
	want := []string{
		"activities/2.fit = two",
		"activities/1.fit = one",
		"__MACOSX/x.fit skipped: It belongs to the operating system.",
		"inner.zip corrupt",
		"media/p.jpg skipped: It is a picture, a video or a document.",
		"../../escape.fit corrupt",
		"etc/escape.fit corrupt",
		"here.fit = here",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCheck24_ZipBombIsBounded(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	p := putZip(t, root, "bomb.zip", member{"big.fit", strings.Repeat("0", 1<<20), zip.Deflate, 0})
	if diff := cmp.Diff([]string{"big.fit too_large"}, walk(t, p, archive.Limits{Ratio: 10}, p)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"big.fit too_large"}, walk(t, p, archive.Limits{FileBytes: 1000}, p)); diff != "" {
		t.Error(diff)
	}
	many := putZip(t, root, "many.zip", member{"1", "1", zip.Store, 0}, member{"2", "2", zip.Store, 0})
	if diff := cmp.Diff([]string{"many.zip too_large"}, walk(t, root, archive.Limits{Members: 1}, many)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"many.zip/1 = 1", "many.zip too_large"}, walk(t, root, archive.Limits{Files: 1}, many)); diff != "" {
		t.Error(diff)
	}
}

// TestAStreamedMembersChecksumCounts: what was read of a member that is read
// piece by piece is taken, and it is told that the member is damaged.
func TestAStreamedMembersChecksumCounts(t *testing.T) {
	t.Parallel()
	for name, damaged := range map[string]struct{ text, from, to string }{
		"apple_health_export/export.xml": {
			`<HealthData><ExportDate value="2025-01-02 04:04:05 +0100"/><Record type="HKQuantityTypeIdentifierStepCount" sourceName="a" ` +
				`unit="count" startDate="2025-01-02 04:04:05 +0100" endDate="2025-01-02 04:04:05 +0100" value="3000"/></HealthData>`,
			`"3000"`, `"7000"`,
		},
		"DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json": {
			`[{"summarizedActivitiesExport":[{"activityId":1,"beginTimestamp":1.7E12,"duration":1000}]}]` + strings.Repeat(" ", 1<<16),
			`:1000`, `:7000`,
		},
	} {
		root := t.TempDir()
		p := putZip(t, root, "a.zip", member{name, damaged.text, zip.Store, 0})
		for _, broken := range []bool{false, true} {
			if broken {
				data, err := os.ReadFile(p)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, bytes.Replace(data, []byte(damaged.from), []byte(damaged.to), 1), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			taken, told := 0, false
			for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{}) {
				if it.Err == nil {
					taken++
				} else if strings.Contains(it.Err.Error(), "checksum") && training.KindOf(it.Err) == training.KindCorrupt {
					told = true
				} else {
					t.Error(it.Err)
				}
			}
			if told != broken || taken == 0 {
				t.Errorf("%s: damaged %v, told %v, with %d items", name, broken, told, taken)
			}
		}
	}
}

func TestDamagedZipSaysSo(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	text := put(t, root, "text.zip", "this is no archive", 0)
	if diff := cmp.Diff([]string{"text.zip corrupt"}, walk(t, root, archive.Limits{}, text)); diff != "" {
		t.Error(diff)
	}
	p := putZip(t, root, "a.zip", member{"1.fit", "payload", zip.Store, 0})
	data, err := os.ReadFile(p)
	if err != nil {
		t.Fatal(err)
	}
	i := bytes.Index(data, []byte("payload"))
	data[i] ^= 1
	if err := os.WriteFile(p, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1.fit corrupt"}, walk(t, p, archive.Limits{}, p)); diff != "" {
		t.Error(diff)
	}
}

func FuzzZip(f *testing.F) {
	p := putZip(f, f.TempDir(), "a.zip", member{"1.fit", "payload payload", zip.Deflate, 0}, member{"2.fit", "x", zip.Store, 0})
	data, err := os.ReadFile(p)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := filepath.Join(t.TempDir(), "a.zip")
		if err := os.WriteFile(p, data, 0o644); err != nil {
			t.Fatal(err)
		}
		const most = 1 << 16
		for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{FileBytes: most, Members: 8}) {
			if got, err := it.Bytes(t.Context()); err == nil && len(got) > most {
				t.Errorf("%s: %d bytes", it.Path, len(got))
			}
		}
	})
}

// saying changes what the directory of an archive says of its members: the
// packed size stands 20 bytes into an entry, the unpacked one 24.
func saying(data string, at int, sizes ...uint32) string {
	out := []byte(data)
	entry := 0
	for _, size := range sizes {
		entry += bytes.Index(out[entry:], []byte("PK\x01\x02"))
		binary.LittleEndian.PutUint32(out[entry+at:], size)
		entry++
	}
	return string(out)
}

// TestMembersThatOverlap: an archive whose members are together longer than it
// is has members in each other's place, and is not read at all.
func TestMembersThatOverlap(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	honest := packed(t, member{"1.fit", strings.Repeat("1", 1000), zip.Store, 1}, member{"2.fit", "two", zip.Store, 2})
	for name, c := range map[string]struct{ data, want string }{
		"honest":      {honest, "2.fit = two"},
		"overlapping": {saying(honest, 20, 1000, 1000), ". corrupt"},
	} {
		p := put(t, root, name+".zip", c.data, 0)
		if got := walk(t, p, archive.Limits{}, p); got[len(got)-1] != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestArchivesThatSayTheyAreLarge: what all archives within one say that they
// unpack to is bounded before any is unpacked, by a bound that small ones have
// too, 64 MiB with the archives themselves; what one says of its own files is no
// reason to leave the others alone.
func TestArchivesThatSayTheyAreLarge(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	one := packed(t, member{"1.fit", "one", zip.Deflate, 0})
	inner := func(name string, mib uint32, age int) member {
		return member{name, saying(one, 24, mib<<20), zip.Store, age}
	}
	filler := member{"filler.fit", strings.Repeat("f", 1<<20), zip.Store, 9}
	for name, c := range map[string]struct {
		members []member
		want    []string
	}{
		"small":    {[]member{inner("a.zip", 63, 1)}, []string{"a.zip/1.fit too_large"}}, // the file is, the archive is not
		"large":    {[]member{inner("a.zip", 64, 1)}, []string{"a.zip too_large"}},
		"together": {[]member{inner("a.zip", 40, 1), inner("b.zip", 40, 2)}, []string{"a.zip/1.fit = one", "b.zip too_large"}},
		"deeper": {
			[]member{{"a.zip", packed(t, inner("b.zip", 40, 1), inner("c.zip", 40, 2)), zip.Store, 1}},
			[]string{"a.zip/b.zip/1.fit = one", "a.zip/c.zip too_large"},
		},
		"of a large one":     {[]member{inner("a.zip", 95, 1), filler}, []string{"a.zip/1.fit too_large", "filler.fit = " + filler.data}},
		"too large for that": {[]member{inner("a.zip", 105, 1), filler}, []string{"a.zip too_large", "filler.fit = " + filler.data}},
	} {
		p := putZip(t, root, name+".zip", c.members...)
		got := walk(t, p, archive.Limits{Ratio: 100}, p)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], `\`, "/")
		}
		if !slices.Equal(c.want, got) {
			t.Errorf("%s: %.200q", name, got)
		}
	}
	p := put(t, root, "files.zip", saying(packed(t, member{"1.fit", "one", zip.Store, 1}, member{"2.fit", "two", zip.Store, 2}), 24, 1<<30), 0)
	if got := walk(t, p, archive.Limits{}, p); got[len(got)-1] != "2.fit = two" {
		t.Errorf("%q", got)
	}
}

// TestTablesOfOtherThings checks that tables of other things are left to the
// walk; a table by itself asks for its files.
func TestTablesOfOtherThings(t *testing.T) {
	t.Parallel()
	const table = "Title,WorkoutType,WorkoutDay,TimeTotalInHours\nA,Bike,2024-05-01,1\n"
	zipped := func(name, data string) []byte { return packtest.Files{{Name: name, Data: []byte(data)}}.Zip() }
	for name, tt := range map[string]struct {
		files packtest.Files
		skips int
		errs  int
		said  int
	}{
		"a table with a file": {packtest.Files{
			{Name: "workouts.csv", Data: []byte(table)},
			{Name: "a.gpx", Data: []byte("<gpx/>")},
		}, 0, 0, 1},
		"a table by itself": {packtest.Files{{Name: "x/workouts.csv", Data: []byte(table)}}, 1, 0, 0},
		"another's table": {packtest.Files{
			{Name: "workouts.csv", Data: []byte("WorkoutType,a\n1,2\n")},
			{Name: "a.gpx", Data: []byte("<gpx/>")},
		}, 1, 0, 0},
		"another's archive":       {packtest.Files{{Name: "WorkoutExport-1.zip", Data: zipped("a.gpx", "<gpx/>")}}, 0, 0, 0},
		"an archive that is none": {packtest.Files{{Name: "WorkoutExport-1.zip", Data: []byte("noise")}}, 0, 1, 0},
		"two archives of one athlete": {packtest.Files{
			{Name: "WorkoutExport-1.zip", Data: zipped("workouts.csv", table)},
			{Name: "WorkoutFileExport-1.zip", Data: zipped("a.gpx", "<gpx/>")},
		}, 0, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.files.Unpack(dir); err != nil {
				t.Fatal(err)
			}
			skips, errs, said := 0, 0, 0
			for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
				switch {
				case it.Err != nil:
					errs++
				case it.Skip != "":
					skips++
				case it.StatementOf != nil:
					said++
					if s := it.StatementOf(&training.Recording{}); s != nil {
						t.Errorf("%+v is said of nothing", s)
					}
				}
			}
			if skips != tt.skips || errs != tt.errs || said != tt.said {
				t.Errorf("%d skipped, %d failed, %d said, want %+v", skips, errs, said, tt)
			}
		})
	}
}

// TestOriginalsOfAStoreAreRead: the files that a home keeps are given as they
// were before they were packed; damage and bombs are refused.
func TestOriginalsOfAStoreAreRead(t *testing.T) {
	t.Parallel()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(b []byte) []byte { return enc.EncodeAll(b, nil) }
	for _, tt := range []struct {
		name   string
		packed []byte
		want   string
		kind   training.Kind // of the refusal; 0 if it is read
	}{
		{name: "whole", packed: pack([]byte("a ride")), want: "a ride"},
		{name: "empty", packed: pack(nil)},
		{name: "damaged", packed: pack(bytes.Repeat([]byte("ride "), 99))[:20], kind: training.KindCorrupt},
		{name: "other bytes", packed: []byte("a ride"), kind: training.KindCorrupt},
		{name: "bomb", packed: pack(make([]byte, 1<<20)), kind: training.KindTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "ab12.zst"), tt.packed, 0o600); err != nil {
				t.Fatal(err)
			}
			n := 0
			for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{FileBytes: 64 << 10}) {
				n++
				got, err := it.Bytes(t.Context())
				if string(got) != tt.want || (err != nil) != (tt.kind != training.KindInternal) || err != nil && training.KindOf(err) != tt.kind {
					t.Errorf("%q, %v", got, err)
				}
			}
			if n != 1 {
				t.Errorf("%d files", n)
			}
		})
	}
}

// TestWhatASmallFileUnpacksToIsBounded: what some kB unpack to is not that of
// a whole file.
func TestWhatASmallFileUnpacksToIsBounded(t *testing.T) {
	t.Parallel()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.zst"), enc.EncodeAll(make([]byte, 16<<20), nil), 0o600); err != nil {
		t.Fatal(err)
	}
	for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
		if data, err := it.Bytes(t.Context()); err == nil || training.KindOf(err) != training.KindTooLarge {
			t.Errorf("%d bytes, %v", len(data), err)
		}
	}
}
