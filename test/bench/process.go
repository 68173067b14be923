package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// processorOf sums the time of a process's threads on all cores, if the system
// gives it. Those that ended are left out; the program has hardly any.
func processorOf(pid int) (used time.Duration, known bool) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, false
	}
	for _, path := range threads {
		line, err := os.ReadFile(path)
		if err != nil {
			continue // it ended
		}
		running, _, _ := strings.Cut(string(line), " ")
		ns, err := strconv.ParseInt(running, 10, 64)
		if err != nil {
			return 0, false
		}
		used, known = used+time.Duration(ns), true
	}
	return used, known
}
