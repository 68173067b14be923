package archive

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/archive/strava"
	"lapkeep/internal/training"
)

// exports yields the services' exports that a listing holds and returns what
// is left of it. An export is known by its table of activities, whatever
// folder it lies in; one that lies in another's folder comes first.
func (w *walker) exports(all []entry) (rest []entry, ok bool) {
	for {
		at, deepest := -1, -1
		for i, e := range all {
			depth := strings.Count(e.rel, "/")
			if depth > deepest && strings.EqualFold(path.Base(e.rel), "activities.csv") && e.skip == "" && e.err == nil {
				at, deepest = i, depth
			}
		}
		if at < 0 {
			return all, true
		}
		x := stravaExport{w: w, table: all[at], top: strings.TrimSuffix(all[at].rel, path.Base(all[at].rel)), asked: map[string]bool{}}
		x.parts, rest = x.split(slices.Delete(slices.Clone(all), at, at+1))
		left, ok := x.emit()
		if !ok {
			return nil, false
		}
		all = append(rest, left...)
	}
}

// stravaExport is one export of Strava in a listing.
type stravaExport struct {
	w     *walker
	table entry            // activities.csv
	top   string           // its folder, with a slash at the end unless it is empty
	parts map[string]entry // what lies below top, by its path below it in lower case
	asked map[string]bool  // of parts, those that have been used
}

// split parts a listing into what lies beside or below the table and the rest.
func (x *stravaExport) split(all []entry) (parts map[string]entry, rest []entry) {
	parts = map[string]entry{}
	for _, e := range all {
		below, ok := strings.CutPrefix(e.rel, x.top)
		key := strings.ToLower(below)
		if _, twice := parts[key]; !ok || twice {
			rest = append(rest, e)
			continue
		}
		parts[key] = e
	}
	return parts, rest
}

// use takes a part by its path below the top.
func (x *stravaExport) use(name string) (entry, bool) {
	key := strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	e, ok := x.parts[key]
	if ok {
		x.asked[key] = true
	}
	return e, ok
}

// data reads a table.
func (x *stravaExport) data(e entry) ([]byte, error) {
	const most = 64 << 20
	switch {
	case e.err != nil:
		return nil, e.err
	case e.size > most:
		return nil, tooLarge(most)
	}
	return e.file.read(x.w.ctx)
}

// emit yields the export and returns the parts that belong to no export.
func (x *stravaExport) emit() (left []entry, ok bool) {
	table, err := x.activities()
	if training.KindOf(err) == training.KindCorrupt && err != nil && !x.hasFiles() {
		e := x.table // some other table of that name
		e.skip = "It is no table of a service's activities."
		return append(slices.Collect(maps.Values(x.parts)), e), true
	}
	if err != nil {
		if !x.w.emit(Item{Path: x.table.shown, Size: x.table.size, ModTime: x.table.mod, Err: err}) {
			return nil, false
		}
	} else if !x.account(table) || !x.rows(table) {
		return nil, false
	}
	for key, e := range x.parts {
		if x.asked[key] {
			continue
		}
		if reason := asideReason(key); reason != "" && err == nil && e.skip == "" {
			e.skip = reason
		}
		left = append(left, e)
	}
	return left, true
}

// hasFiles says that there is a folder of activities beside the table.
func (x *stravaExport) hasFiles() bool {
	for key := range x.parts {
		if strings.HasPrefix(key, "activities/") {
			return true
		}
	}
	return false
}

func (x *stravaExport) activities() (strava.Table, error) {
	data, err := x.data(x.table)
	if err != nil {
		return strava.Table{}, err
	}
	return strava.Activities(data)
}

// asideReason says why a part of an export is not opened; empty for a file
// that merely lies there too.
func asideReason(key string) string {
	switch {
	case strings.HasPrefix(key, "media/"), strings.HasPrefix(key, "clubs/"):
		return "It is a picture, a video or a document."
	case strings.HasPrefix(key, "routes/"):
		return "It is a course that was drawn, not a recording."
	}
	switch path.Ext(key) {
	case ".csv", ".json", ".txt", ".html", ".pdf":
		return "It holds nothing of training; it was not opened."
	}
	return ""
}

// account yields what the tables beside say: gear and the athlete.
func (x *stravaExport) account(table strava.Table) bool {
	var gear []training.Gear
	for _, t := range []struct {
		name string
		read func([]byte) ([]training.Gear, error)
	}{{"bikes.csv", strava.Bikes}, {"shoes.csv", strava.Shoes}, {"components.csv", strava.Components}} {
		ok := x.aside(t.name, table.AsOf, func(data []byte, a *Account) (err error) {
			a.Gear, err = t.read(data)
			gear = append(gear, a.Gear...)
			return err
		})
		if !ok {
			return false
		}
	}
	ok := x.aside("profile.csv", table.AsOf, func(data []byte, a *Account) error {
		p, err := strava.ReadProfile(data)
		a.Name, a.Sex, a.WeightKg = p.Name, p.Sex, p.WeightKg
		return err
	})
	if more := strava.GearOf(table.Rows, gear); ok && len(more) > 0 {
		return x.w.emit(Item{Path: x.table.shown, Size: x.table.size, ModTime: x.table.mod, AsOf: table.AsOf, Account: &Account{Gear: more}})
	}
	return ok
}

// aside yields one table, if it is there.
func (x *stravaExport) aside(name string, asOf time.Time, read func([]byte, *Account) error) bool {
	e, ok := x.use(name)
	if !ok {
		return true
	}
	it := Item{Path: e.shown, Size: e.size, ModTime: e.mod, Skip: e.skip, AsOf: asOf, Account: &Account{}}
	if it.Skip == "" {
		var data []byte
		if data, it.Err = x.data(e); it.Err == nil {
			it.Err = read(data, it.Account)
		}
	}
	return x.w.emit(it)
}

// rows yields the activities, newest first.
func (x *stravaExport) rows(table strava.Table) bool {
	slices.SortStableFunc(table.Rows, func(a, b strava.Row) int {
		return cmp.Or(b.Start.Compare(a.Start), cmp.Compare(b.Said.Ref, a.Said.Ref))
	})
	for i := range table.Rows {
		if !x.w.emit(x.row(&table.Rows[i], table.AsOf)) {
			return false
		}
	}
	return true
}

// row is the item of an activity.
func (x *stravaExport) row(r *strava.Row, asOf time.Time) Item {
	said := r.Said
	if r.File != "" {
		if e, ok := x.use(r.File); ok {
			it := Item{Path: e.shown, Size: e.size, ModTime: e.mod, Skip: e.skip, Err: e.err, Said: &said, AsOf: asOf}
			if it.Err == nil && it.Skip == "" {
				it.read = x.w.reading(e)
			}
			return it
		}
		said = r.WithoutFile()
	}
	it := Item{Path: x.table.shown + "#" + strings.TrimPrefix(said.Ref, strava.Source+":"), ModTime: r.Start, Said: &said, AsOf: asOf}
	if r.Start.IsZero() {
		it.Err = training.Errorf(training.KindCorrupt, "Its date, %q, cannot be read.", r.Date).
			WithFix("Request the archive with the account set to English.")
	}
	return it
}
