// Package endomondo knows the archive that Endomondo handed out. Its workouts are
// files that are read like any other; each is there twice, and is read once.
package endomondo

import (
	"path"
	"strings"
	"time"

	"lapkeep/internal/archive/listing"
)

// Form is how the archive looks.
type Form struct{}

const (
	full   = ".json"
	beside = ".tcx"
)

// Top is the folder of the workouts.
func (Form) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return e.Rel[:len(e.Rel)-len(base)], strings.EqualFold(path.Ext(base), full) && begun(base) > 0
}

// Emit leaves the workouts to the walk, the newest first, without the TCX of each:
// it knows three sports, and where a way was drawn on a map it has invented times.
func (Form) Emit(x *listing.Export) {
	const twice = "It is the workout of the JSON beside it, which says more."
	x.Return()
	x.Number(begun)
	x.Leave(func(name string) string {
		stem, is := strings.CutSuffix(name, beside)
		if _, there := x.Part(stem + full); is && there && begun(name) > 0 {
			return twice
		}
		return ""
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == twice
		return it
	})
}

// begun is the time that names a workout's file, as a number that rises with it; 0
// for another name.
func begun(name string) int64 {
	base := path.Base(name)
	t, err := time.Parse("2006-01-02 15_04_05", strings.TrimSuffix(base, path.Ext(base)))
	if err != nil {
		return 0
	}
	return t.Unix()
}
