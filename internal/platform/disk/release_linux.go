package disk

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// Release unmaps every page of the program that cannot have been written to.
// Running code continues: a page that it touches is mapped again. It does
// nothing on systems that do not list their mappings.
func Release() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close() //nolint:errcheck // it was only read
	for _, r := range readOnly(maps, program) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, r.from, r.to-r.from, syscall.MADV_DONTNEED) // at worst the pages stay
	}
}

// span is a range of addresses.
type span struct{ from, to uintptr }

// readOnly returns the mapped parts of a file that cannot be written to, from a
// table in the form of /proc/PID/maps.
func readOnly(maps io.Reader, file string) []span {
	var out []span
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		// from-to, permissions, offset, device and inode, then blanks and the file
		f := strings.SplitN(lines.Text(), " ", 6)
		if len(f) < 6 || strings.TrimLeft(f[5], " ") != file || f[1] != "r-xp" && f[1] != "r--p" {
			continue
		}
		from, to, _ := strings.Cut(f[0], "-")
		a, errA := address(from)
		b, errB := address(to)
		if errA == nil && errB == nil && a < b {
			out = append(out, span{a, b})
		}
	}
	return out
}

func address(hex string) (uintptr, error) {
	n, err := strconv.ParseUint(hex, 16, int(8*unsafe.Sizeof(uintptr(0))))
	return uintptr(n), err
}
