package archive

import (
	"path"
	"strconv"
	"strings"

	"lapkeep/internal/importing/listing"
)

// PolarSource is who speaks of days.
const PolarSource = "polar"

// PolarForm is how the archives that Polar hands out look.
type PolarForm struct{}

const (
	session  = "training-session"
	activity = "activity-"
	ending   = ".json"
)

// Top is the folder of the sessions.
func (PolarForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return e.Rel[:len(e.Rel)-len(base)], is(base, session)
}

func is(base, kind string) bool {
	low := strings.ToLower(base)
	return strings.HasPrefix(low, kind) && strings.HasSuffix(low, ending)
}

// unopened is why most tables are left.
const unopened = "It is a table of Polar Flow that holds no training; it was not opened."

// Emit leaves the sessions to the walk, the newest first, and after them yields
// what the archive says of days.
func (PolarForm) Emit(x *listing.Export) {
	x.Return()
	var days []listing.Entry
	var names []string
	for name := range x.Parts() {
		if is(name, activity) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if e, ok := x.Use(name); ok {
			days = append(days, e)
		}
	}
	x.Number(begun)
	x.Leave(func(name string) string {
		if strings.Contains(name, "/") || path.Ext(name) != ending || is(name, session) {
			return ""
		}
		return unopened
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == unopened
		return it
	})
	x.Last(func() { polarDiary(x, days) })
}

// begun is the local time in a session's name, as a number that rises with it.
func begun(name string) int64 {
	base := strings.TrimPrefix(strings.ToLower(path.Base(name)), session)
	digits := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, base)
	const daysOnly = 8
	if len(digits) < daysOnly {
		return 0
	}
	n, err := strconv.ParseInt(digits[:daysOnly], 10, 64)
	if err != nil {
		return 0
	}
	return n
}
