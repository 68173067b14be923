package archive

import (
	"fmt"
	"path"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// FitbitSource leads the references of activities.
const FitbitSource = "fitbit"

// FitbitForm is how the archives look.
type FitbitForm struct{}

const (
	fitbitTable = "userexercises_"
	list        = "exercise-"
)

// Top is the folder of the service, by either form of its exercises.
func (FitbitForm) Top(e *listing.Entry) (string, bool) {
	low := strings.ToLower(e.Rel)
	if !fitbitIsTable(low) && !isList(low) {
		return "", false
	}
	for _, whole := range []string{"fitbit/", "google health/"} {
		if at := strings.Index("/"+low, "/"+whole); at >= 0 {
			return e.Rel[:at+len(whole)], true
		}
	}
	return e.Rel[:len(e.Rel)-len(path.Base(e.Rel))], true
}

func fitbitIsTable(low string) bool {
	base := path.Base(low)
	return strings.HasPrefix(base, fitbitTable) && strings.HasSuffix(base, ".csv")
}

// isList asks for the folder too: the name alone may be anybody's.
func isList(low string) bool {
	base := path.Base(low)
	return strings.HasPrefix(base, list) && strings.HasSuffix(base, ".json") && strings.Contains("/"+low, "/global export data/")
}

const fitbitLeft = "It is a table of Fitbit or Google Health that holds no exercises with a zone; it was not opened."

// Emit has the tracks among the files imported, and after them yields the
// exercises: ingest finds which of them have a track.
func (FitbitForm) Emit(x *listing.Export) {
	x.Return()
	var names []string
	for name := range x.Parts() {
		if fitbitIsTable(name) {
			names = append(names, name)
		}
	}
	var tables []listing.Entry
	for _, name := range names {
		if e, ok := x.Use(name); ok {
			tables = append(tables, e)
		}
	}
	x.Leave(func(name string) string {
		switch path.Ext(name) {
		case ".json", ".csv", ".txt", ".html":
			return fitbitLeft
		}
		return ""
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == fitbitLeft
		return it
	})
	if len(tables) == 0 {
		x.Yield(listing.Item{
			Path: x.Mark.Shown,
			Skip: "It is an archive of Fitbit or Google Health without the table UserExercises: " +
				"the times of its exercises have no zone, and were not read. " +
				"Request the archive again from Google Takeout with all of its data.",
		})
		return
	}
	x.Last(func() {
		for i := range tables {
			if !emit(x, &tables[i]) {
				return
			}
		}
	})
}

// emit yields the exercises of a table.
func emit(x *listing.Export, e *listing.Entry) bool {
	it := e.Item()
	data, err := x.Table(e)
	var t exercises
	if err == nil {
		t, err = fitbitRead(data)
	}
	if err != nil {
		it.Err = err
		return x.Yield(it)
	}
	it = listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: t.asOf, Unrecorded: t.said}
	if it.Unrecorded == nil {
		it.Unrecorded = []training.Statement{}
	}
	if !x.Yield(it) {
		return false
	}
	if t.empty == 0 {
		return true
	}
	words := fmt.Sprintf("%d of its exercises hold nothing that was measured; they were left out.", t.empty)
	return x.Yield(listing.Item{Path: it.Path, Skip: words})
}
