package app

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/training"
)

// zoneRoot is where systems keep the zone database that the local time links
// into.
const zoneRoot = "zoneinfo/"

// localZone is the IANA name of the computer's own time zone, empty if it is
// not known. It is the first guess for a new athlete.
func localZone(environ []string) string {
	for _, kv := range environ {
		if tz, ok := strings.CutPrefix(kv, "TZ="); ok && loads(tz) {
			return tz
		}
	}
	if link, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if i := strings.LastIndex(link, zoneRoot); i >= 0 && loads(link[i+len(zoneRoot):]) {
			return link[i+len(zoneRoot):]
		}
	}
	if b, err := os.ReadFile("/etc/timezone"); err == nil && loads(strings.TrimSpace(string(b))) {
		return strings.TrimSpace(string(b))
	}
	if name := time.Local.String(); name != "Local" && loads(name) {
		return name
	}
	return ""
}

func loads(name string) bool {
	if name == "" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// zoneMemory holds the zone that was loaded last: each call asks for the
// athlete's, and loading reads a file.
type zoneMemory struct {
	mu   sync.Mutex
	name string
	zone *time.Location // nil before the first
}

func (m *zoneMemory) of(a training.Athlete) *time.Location {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.zone == nil || m.name != a.TimeZone {
		m.name, m.zone = a.TimeZone, a.Location()
	}
	return m.zone
}
