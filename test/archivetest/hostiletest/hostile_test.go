package hostiletest_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"lapkeep/test/archivetest/hostiletest"
)

// TestTheAttacksAreSmallAndReal keeps them cheap to carry and sees that the
// standard library opens those that shall open.
func TestTheAttacksAreSmallAndReal(t *testing.T) {
	t.Parallel()
	total := 0
	for _, c := range hostiletest.Cases() {
		total += len(c.Bytes)
		if !strings.HasSuffix(c.File, ".zip") {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(c.Bytes), int64(len(c.Bytes)))
		if errors.Is(err, zip.ErrInsecurePath) && c.Name == "traversal" {
			continue // as the library is set, it may refuse the names itself
		}
		if (err != nil) != (c.Name == "truncated") {
			t.Errorf("%s: %v", c.Name, err)
		}
		if c.Name == "ratio" && z.File[0].UncompressedSize64 != uint64(c.Expands) {
			t.Errorf("the bomb has %d bytes, want %d", z.File[0].UncompressedSize64, c.Expands)
		}
		if c.Name == "lying" && z.File[0].UncompressedSize64 != 10 {
			t.Errorf("the liar says %d bytes", z.File[0].UncompressedSize64)
		}
	}
	if total > 6<<20 {
		t.Errorf("the attacks have %d bytes together", total)
	}
}

func TestTheNestIsFortyDeep(t *testing.T) {
	t.Parallel()
	data := hostiletest.Nesting().Bytes
	for depth := 0; ; depth++ {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if depth != 40 {
				t.Errorf("%d archives, want 40", depth)
			}
			return
		}
		f, err := z.File[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(f); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheEntitiesAreUsed(t *testing.T) {
	t.Parallel()
	for _, c := range []hostiletest.Case{hostiletest.BillionLaughs(), hostiletest.ExternalEntity()} {
		// The standard library knows no declared entity and so must refuse its use.
		if err := xml.Unmarshal(c.Bytes, new(struct{})); err == nil || !strings.Contains(err.Error(), "entity") {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}
