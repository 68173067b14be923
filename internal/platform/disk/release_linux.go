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
// Running code is not affected: any page that it touches is mapped again.
func Release() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close() //nolint:errcheck // the file was only read
	for _, r := range readOnly(maps, program) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, r.from, r.to-r.from, syscall.MADV_DONTNEED) // if this fails, the pages stay in memory
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
		// A line contains the addresses from-to, permissions, offset, device, inode and,
		// after blanks, the file.
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
