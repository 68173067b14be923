//go:build e2e

package app_test

import (
	"os"
	"runtime"
	"testing"

	"lapkeep/test/builttest"
)

// TestTheProgramStaysSmall holds the size of the program as it is released, without symbols.
// Much of it is our own code and the table that leads from addresses to lines, so whatever is
// added in one piece shows here: a table that is not packed, or a library that switches the
// elimination of dead code off.
func TestTheProgramStaysSmall(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("other systems have other sizes")
	}
	path, err := builttest.Static()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	const most, least = 54_300_000, 20_000_000
	if size := info.Size(); size > most || size < least {
		t.Errorf("it has %d bytes, and not %d to %d", size, least, most)
	}
	t.Logf("%d bytes", info.Size())
}
