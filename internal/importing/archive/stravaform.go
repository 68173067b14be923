package archive

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// StravaForm is how the archives that Strava hands out look.
type StravaForm struct{}

// Top is the folder of the table of activities.
func (StravaForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return strings.TrimSuffix(e.Rel, base), strings.EqualFold(base, "activities.csv")
}

// Emit yields gear and athlete, then the activities, newest first, then what
// was drawn to be followed.
func (StravaForm) Emit(x *listing.Export) { (&stravaArchived{x}).emit() }

// stravaArchived is one archive in a listing.
type stravaArchived struct{ *listing.Export }

func (x *stravaArchived) emit() {
	table, err := x.activities()
	switch {
	case training.KindOf(err) == training.KindCorrupt && err != nil && !x.hasFiles():
		x.Refuse("It is not a table of a service's activities.") // some other table of that name
	case err != nil:
		it := x.Mark.Item()
		it.Err = err
		x.Yield(it)
	default:
		if x.account(table) && x.rows(table) && x.routes(table.AsOf) {
			x.Leave(stravaAsideReason)
		}
	}
}

// hasFiles says that there is a folder of activities beside the table.
func (x *stravaArchived) hasFiles() bool {
	for name := range x.Parts() {
		if strings.HasPrefix(name, "activities/") {
			return true
		}
	}
	return false
}

func (x *stravaArchived) activities() (StravaTable, error) {
	data, err := x.Table(&x.Mark)
	if err != nil {
		return StravaTable{}, err
	}
	return Activities(data)
}

// stravaAsideReason says why a part of an export is not opened; empty for a file
// that merely lies there too.
func stravaAsideReason(name string) string {
	switch {
	case strings.HasPrefix(name, "media/"), strings.HasPrefix(name, "clubs/"):
		return "It is a picture, a video or a document."
	case strings.HasPrefix(name, "routes/"):
		return "It is a planned course, not a recording."
	}
	switch path.Ext(name) {
	case ".csv", ".json", ".txt", ".html", ".pdf":
		return "It holds no training data; it was not opened."
	}
	return ""
}

// account yields what the tables beside say: gear and the athlete.
func (x *stravaArchived) account(table StravaTable) bool {
	var gear []training.Gear
	for _, t := range []struct {
		name string
		read func([]byte) ([]training.Gear, error)
	}{{"bikes.csv", Bikes}, {"shoes.csv", Shoes}, {"components.csv", Components}} {
		ok := x.aside(t.name, table.AsOf, func(data []byte, a *listing.Account) (err error) {
			a.Gear, err = t.read(data)
			gear = append(gear, a.Gear...)
			return err
		})
		if !ok {
			return false
		}
	}
	ok := x.aside("profile.csv", table.AsOf, func(data []byte, a *listing.Account) error {
		p, err := ReadProfile(data)
		a.Name, a.Sex, a.WeightKg = p.Name, p.Sex, p.WeightKg
		return err
	})
	if more := GearOf(table.Rows, gear); ok && len(more) > 0 {
		return x.Yield(listing.Item{
			Path: x.Mark.Shown, Size: x.Mark.Size, ModTime: x.Mark.Mod, AsOf: table.AsOf,
			Account: &listing.Account{Gear: more},
		})
	}
	return ok
}

// aside yields one table, if it is there.
func (x *stravaArchived) aside(name string, asOf time.Time, read func([]byte, *listing.Account) error) bool {
	e, ok := x.Use(name)
	if !ok {
		return true
	}
	it := listing.Item{Path: e.Shown, Size: e.Size, ModTime: e.Mod, Skip: e.Skip, AsOf: asOf, Account: &listing.Account{}}
	if it.Skip == "" {
		var data []byte
		if data, it.Err = x.Table(&e); it.Err == nil {
			it.Err = read(data, it.Account)
		}
	}
	return x.Yield(it)
}

// rows yields the activities, newest first.
func (x *stravaArchived) rows(table StravaTable) bool {
	slices.SortStableFunc(table.Rows, func(a, b StravaRow) int {
		return cmp.Or(b.Start.Compare(a.Start), cmp.Compare(b.Said.Ref, a.Said.Ref))
	})
	for i := range table.Rows {
		if !x.Yield(x.row(&table.Rows[i], table.AsOf)) {
			return false
		}
	}
	return true
}

// routes yields the files that the table of routes names.
func (x *stravaArchived) routes(asOf time.Time) bool {
	e, ok := x.Use("routes.csv")
	if !ok {
		return true
	}
	it := e.Item()
	data, err := x.Table(&e)
	var all []Route
	if err == nil {
		all, err = Routes(data)
	}
	if it.Err = err; err != nil {
		return x.Yield(it)
	}
	for _, r := range all {
		if f, ok := x.file(r.File); ok {
			it := f.Item()
			it.Route, it.AsOf = &listing.RouteName{Ref: r.Ref, Name: r.Name}, asOf
			if !x.Yield(it) {
				return false
			}
		}
	}
	return true
}

// file is the part that a row names. Some programs unpack what is in an
// archive too, and leave it without its last ending.
func (x *stravaArchived) file(name string) (e listing.Entry, ok bool) {
	const packed = ".gz"
	for _, n := range []string{name, strings.TrimSuffix(name, packed), name + packed} {
		if e, ok = x.Use(n); ok {
			break
		}
	}
	return e, ok
}

// row is the item of an activity.
func (x *stravaArchived) row(r *StravaRow, asOf time.Time) listing.Item {
	said, warning := r.Said, ""
	if r.File != "" {
		if e, ok := x.file(r.File); ok {
			it := e.Item()
			it.Said, it.AsOf = &said, asOf
			return it
		}
		said = r.WithoutFile()
		warning = "The archive lacks its file, " + textclean.Line(r.File, textclean.NameRunes) + "; what the table says of it is kept."
	}
	it := listing.Item{
		Path: x.Mark.Shown + "#" + strings.TrimPrefix(said.Ref, StravaSource+":"), ModTime: r.Start,
		Said: &said, AsOf: asOf, Warning: warning,
	}
	if r.Start.IsZero() {
		it.Err = training.Errorf(training.KindCorrupt, "Its date, %q, cannot be read.", r.Date).
			WithFix("Request the archive with the account set to English.")
	}
	return it
}
