package archive_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
)

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
