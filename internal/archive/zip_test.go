package archive_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/archive"
	"lapkeep/internal/training"
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
	var items []archive.Item
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
