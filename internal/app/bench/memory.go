package bench

import (
	"fmt"
	"os"
	"strings"
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
