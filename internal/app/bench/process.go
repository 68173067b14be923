package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// The lines of /proc/PID/status.
const (
	residentNow  = "VmRSS"
	residentPeak = "VmHWM"
)

const bytesPerKiB, bytesPerMB = 1024, 1e6

// resident is a process's memory in MB, if the system says.
func resident(pid int, which string) (float64, bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, which+": %f kB", &kib); n == 1 {
			return kib * bytesPerKiB / bytesPerMB, true
		}
	}
	return 0, false
}

// processorOf is what a process has used of all cores, if the system says;
// it counts in steps of 10 ms.
func processorOf(pid int) (time.Duration, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// Fields 14 and 15, counted behind the name, which may hold anything.
	_, rest, _ := strings.Cut(string(stat), ") ")
	const userField, systemField, tick = 11, 12, 10 * time.Millisecond
	fields := strings.Fields(rest)
	if len(fields) <= systemField {
		return 0, false
	}
	user, err1 := strconv.Atoi(fields[userField])
	system, err2 := strconv.Atoi(fields[systemField])
	return time.Duration(user+system) * tick, err1 == nil && err2 == nil
}
