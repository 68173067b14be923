package originals_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/training"
)

func dir(t testing.TB) originals.Dir {
	t.Helper()
	return originals.Dir{Root: filepath.Join(t.TempDir(), "athletes", "a", "originals"), Pack: originals.NewPacker(1 << 26)}
}

func TestWhatIsPutIsRead(t *testing.T) {
	t.Parallel()
	d := dir(t)
	files := [][]byte{[]byte("one"), {}, bytes.Repeat([]byte("abc"), 10_000), []byte("one")}
	hashes, err := d.Put(files)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range hashes {
		got, err := d.Get(h)
		if err != nil || !bytes.Equal(got, files[i]) {
			t.Errorf("file %d: %d bytes, %v", i, len(got), err)
		}
	}
	if hashes[0] != hashes[3] || hashes[0] == hashes[1] {
		t.Errorf("hashes do not name contents: %v", hashes)
	}
	var all []string
	for h, err := range d.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, h)
	}
	want := slices.Compact(slices.Sorted(slices.Values(hashes)))
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
}

// TestWhatIsElsewhereIsFetched reads, sizes and deletes files that are still elsewhere.
func TestWhatIsElsewhereIsFetched(t *testing.T) {
	t.Parallel()
	elsewhere, d := dir(t), dir(t)
	hashes, err := elsewhere.Put([][]byte{[]byte("one"), []byte("two")})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	d.Fetch = func(path string) error {
		asked++
		name, err := filepath.Rel(d.Root, path)
		if err != nil {
			return err
		}
		packed, err := os.ReadFile(filepath.Join(elsewhere.Root, name))
		if err != nil {
			return nil //nolint:nilerr // there is none
		}
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, packed, 0o600))
	}
	for range 2 {
		if got, err := d.Get(hashes[0]); err != nil || string(got) != "one" {
			t.Fatalf("%q %v", got, err)
		}
	}
	if _, _, err := d.Packed(hashes[0]); err != nil || asked != 1 {
		t.Fatalf("asked %d times, %v", asked, err)
	}
	if err := d.Delete(hashes[1]); err != nil || asked != 2 {
		t.Fatalf("a file that is elsewhere was deleted without being asked for: %v", err)
	}
	if _, err := d.Get(originals.Hash([]byte("three"))); training.KindOf(err) != training.KindNotFound {
		t.Fatal(err)
	}
	d.Fetch = func(string) error { return errors.ErrUnsupported }
	if _, err := d.Get(hashes[1]); !errors.Is(err, errors.ErrUnsupported) {
		t.Fatalf("a file that could not be fetched: %v", err)
	}
	if err := d.Delete(hashes[1]); !errors.Is(err, errors.ErrUnsupported) {
		t.Fatalf("a file that could not be fetched was deleted: %v", err)
	}
}

func TestWhatIsPackedIsKeptAsItIs(t *testing.T) {
	t.Parallel()
	d := dir(t)
	for _, n := range []int{4, 100, 128 << 10, 128<<10 + 1, 300_000} {
		data := bytes.Repeat([]byte{0x1F, 0x8B, 8, 0}, (n+3)/4)[:n] // would press well
		hash := originals.Hash(data)
		hashes, err := d.Put([][]byte{data}, hash)
		if err != nil || hashes[0] != hash {
			t.Fatal(hashes, err)
		}
		if size, _, err := d.Packed(hash); err != nil || size < int64(n) || size > int64(n)+40 {
			t.Errorf("%d bytes take %d, %v", n, size, err)
		}
		if got, err := d.Get(hash); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes became %d, %v", n, len(got), err)
		}
	}
}

func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	d := dir(t)
	hashes, err := d.Put([][]byte{[]byte("mine")})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(d.Path(hashes[0]))
	if err != nil {
		t.Fatal(err)
	}
	if os.PathSeparator == '/' && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestDamageIsFoundAndHealed(t *testing.T) {
	t.Parallel()
	damage := map[string]func(path string) error{
		"cut":     func(p string) error { return os.Truncate(p, 5) },
		"empty":   func(p string) error { return os.Truncate(p, 0) },
		"foreign": func(p string) error { return os.WriteFile(p, []byte("something else"), 0o600) },
	}
	for name, hurt := range damage {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := dir(t)
			data := bytes.Repeat([]byte("ride"), 500)
			hashes, err := d.Put([][]byte{data})
			if err != nil {
				t.Fatal(err)
			}
			if err := hurt(d.Path(hashes[0])); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Get(hashes[0]); training.KindOf(err) != training.KindCorrupt {
				t.Errorf("damage was read as %v", err)
			}
			if _, err := d.Put([][]byte{data}); err != nil {
				t.Fatal(err)
			}
			if got, err := d.Get(hashes[0]); err != nil || !bytes.Equal(got, data) {
				t.Errorf("putting it again did not heal it: %v", err)
			}
		})
	}
}

// TestALinkIsNoOriginal, be it to the very bytes: putting them again puts the
// file itself in its place.
func TestALinkIsNoOriginal(t *testing.T) {
	t.Parallel()
	d, elsewhere := dir(t), dir(t)
	data := [][]byte{[]byte("a ride")}
	hashes, err := d.Put(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elsewhere.Put(data); err != nil {
		t.Fatal(err)
	}
	path := d.Path(hashes[0])
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere.Path(hashes[0]), path); err != nil {
		t.Skip(err)
	}
	if got, err := d.Get(hashes[0]); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := d.Put(data); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Get(hashes[0]); err != nil || string(got) != "a ride" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAFileUnderAnotherName(t *testing.T) {
	t.Parallel()
	d := dir(t)
	hashes, err := d.Put([][]byte{[]byte("a"), []byte("b")})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(d.Path(hashes[0]), d.Path(hashes[1])); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Get(hashes[1]); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("wrong bytes were read as %v", err)
	}
	if _, err := d.Get(hashes[0]); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a missing file was read as %v", err)
	}
}

func TestNamesThatAreNoHashes(t *testing.T) {
	t.Parallel()
	d := dir(t)
	for _, name := range []string{"", "..", "../../../etc/passwd", fmt.Sprintf("%064d/", 0)} {
		if _, err := d.Get(name); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%q: %v", name, err)
		}
		if _, _, err := d.Packed(name); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q has a size: %v", name, err)
		}
	}
}

func TestLeftoversOfACrash(t *testing.T) {
	t.Parallel()
	d := dir(t)
	hashes, err := d.Put([][]byte{[]byte("whole")})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(d.Path(hashes[0]))
	half := filepath.Join(folder, disk.TempPrefix+"123")
	if err := os.WriteFile(half, []byte("ha"), 0o600); err != nil {
		t.Fatal(err)
	}
	for h := range d.All() {
		if h != hashes[0] {
			t.Errorf("a leftover is listed as %q", h)
		}
	}
	now := time.Now()
	if n, err := d.Sweep(now.Add(-time.Hour)); n != 0 || err != nil {
		t.Errorf("a file in the making was swept: %d, %v", n, err)
	}
	if n, err := d.Sweep(now.Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("swept %d, %v; want 1", n, err)
	}
	if _, err := d.Get(hashes[0]); err != nil {
		t.Errorf("the sweep took a whole file: %v", err)
	}
}

func TestAFolderThatCannotBeMade(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := originals.Dir{Root: filepath.Join(file, "originals"), Pack: originals.NewPacker(1 << 20)}
	if _, err := d.Put([][]byte{[]byte("x")}); err == nil {
		t.Error("putting below a file succeeded")
	}
}

func TestTooLargeToUnpack(t *testing.T) {
	t.Parallel()
	d := dir(t)
	hashes, err := d.Put([][]byte{make([]byte, 1<<20)})
	if err != nil {
		t.Fatal(err)
	}
	small := originals.Dir{Root: d.Root, Pack: originals.NewPacker(1 << 10)}
	if _, err := small.Get(hashes[0]); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("a bomb was unpacked: %v", err)
	}
}

// BenchmarkPut64 measures one group of an import: 64 new files of 100 KB.
func BenchmarkPut64(b *testing.B) {
	d := dir(b)
	n := 0
	for b.Loop() {
		b.StopTimer()
		files := make([][]byte, 64)
		for i := range files {
			n++
			files[i] = bytes.Repeat(fmt.Appendf(nil, "%08d", n), 100_000/8)
		}
		b.StartTimer()
		if _, err := d.Put(files); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(64*float64(b.N)/b.Elapsed().Seconds(), "files/s")
}
