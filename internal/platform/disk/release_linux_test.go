package disk

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const table = `00400000-013b7000 r-xp 00000000 fe:00 123                                /opt/the program
013b8000-023d3000 r--p 00fb8000 fe:00 123                                /opt/the program
023d3000-02bc5000 rw-p 01fd3000 fe:00 123                                /opt/the program
02bc5000-04c1a000 rw-p 00000000 00:00 0
7f8d21e9e000-7f8d21ea2000 r--p 00000000 fe:00 77                         /opt/another
7f8d21ea2000-7f8d21ea4000 r-xp 00000000 00:00 0                          [vdso]
zz-13b8000 r-xp 00000000 fe:00 123                                       /opt/the program
00500000-00400000 r-xp 00000000 fe:00 123                                /opt/the program
`

func TestOnlyWhatNobodyCanWriteToIsReleased(t *testing.T) {
	t.Parallel()
	want := []span{{0x400000, 0x13b7000}, {0x13b8000, 0x23d3000}}
	if d := cmp.Diff(want, readOnly(strings.NewReader(table), "/opt/the program"), cmp.AllowUnexported(span{})); d != "" {
		t.Error(d)
	}
	if got := readOnly(strings.NewReader(table), "/opt/none"); got != nil {
		t.Errorf("%v of a file that is not mapped", got)
	}
}

// fileKB returns how much of the process's memory are pages of files.
func fileKB(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("the system does not say")
	}
	for line := range strings.Lines(string(status)) {
		if n, _ := fmt.Sscanf(line, "RssFile: %d kB", &kb); n == 1 {
			return kb
		}
	}
	t.Skip("the system does not say")
	return 0
}

func TestTheProgramRunsOnWithLessMemory(t *testing.T) { //nolint:paralleltest // it counts the process's pages
	before := fileKB(t)
	Release()
	after := fileKB(t)
	if after >= before {
		t.Errorf("%d KB of files before, %d after", before, after)
	}
	if s := fmt.Sprintf("%x %v", 48879, strings.Repeat("a", 3)); s != "beef aaa" {
		t.Error(s)
	}
}
