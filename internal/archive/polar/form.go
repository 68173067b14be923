package polar

import (
	"path"
	"strings"

	"lapkeep/internal/archive/listing"
)

// Form is how the archives that Polar hands out look.
type Form struct{}

const session = "training-session"

// Top is the folder of the sessions.
func (Form) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return e.Rel[:len(e.Rel)-len(base)], isSession(base)
}

func isSession(base string) bool {
	low := strings.ToLower(base)
	return strings.HasPrefix(low, session) && strings.HasSuffix(low, ".json")
}

// Emit says of each table what it is.
func (Form) Emit(x *listing.Export) {
	x.Return()
	x.Leave(func(name string) string {
		switch {
		case strings.Contains(name, "/") || path.Ext(name) != ".json":
			return ""
		case isSession(name):
			return "It is a session of Polar Flow in a form that is not read; export the session there as FIT, TCX or GPX."
		}
		return "It is a table of Polar Flow; it was not opened."
	})
}
