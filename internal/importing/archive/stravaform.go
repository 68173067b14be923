package archive

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// StravaForm recognises and reads the archives that Strava exports.
type StravaForm struct{}

// Top returns the folder that contains the table of activities.
func (StravaForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return strings.TrimSuffix(e.Rel, base), strings.EqualFold(base, "activities.csv")
}

// Emit yields gear and athlete, then the activities, newest first, and then the routes.
func (StravaForm) Emit(x *listing.Export) { (&stravaArchived{x}).emit() }

// stravaArchived is one archive in a listing.
type stravaArchived struct{ *listing.Export }

func (x *stravaArchived) emit() {
	table, err := x.activities()
	switch {
	case training.KindOf(err) == training.KindCorrupt && err != nil && !x.hasFiles():
		x.Refuse("It is not a table of a service's activities.") // another program's table with the same name
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

// hasFiles reports whether there is a folder of activities next to the table.
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

// stravaAsideReason returns the reason why a part is not opened, or "" if it
// does not belong to the export.
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

// account yields gear and the athlete's data from the other tables.
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

// aside yields the data of one table, if it exists.
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

// routes yields the route files that the table of routes names.
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

// file returns the part that a row names. Some programs decompress the files of
// an archive and drop the last extension.
func (x *stravaArchived) file(name string) (e listing.Entry, ok bool) {
	const packed = ".gz"
	for _, n := range []string{name, strings.TrimSuffix(name, packed), name + packed} {
		if e, ok = x.Use(n); ok {
			break
		}
	}
	return e, ok
}

// row returns the item of an activity.
func (x *stravaArchived) row(r *StravaRow, asOf time.Time) listing.Item {
	said, warning := r.Said, ""
	if r.File != "" {
		if e, ok := x.file(r.File); ok {
			it := e.Item()
			it.Statement, it.AsOf = &said, asOf
			return it
		}
		said = r.WithoutFile()
		warning = "The archive lacks its file, " + textclean.Line(r.File, textclean.NameRunes) + "; what the table says of it is kept."
	}
	it := listing.Item{
		Path: x.Mark.Shown + "#" + strings.TrimPrefix(said.Ref, StravaSource+":"), ModTime: r.Start,
		Statement: &said, AsOf: asOf, Warning: warning,
	}
	if r.Start.IsZero() {
		it.Err = training.Errorf(training.KindCorrupt, "Its date, %q, cannot be read.", r.Date).
			WithFix("Request the archive with the account set to English.")
	}
	return it
}

// GearID returns the local id for gear in an archive. Archives identify gear
// only by name, so the id is derived from the name.
func GearID(name string) string { return stravaGearID("gear/" + strings.ToLower(name)) }

func stravaGearID(key string) string { return listing.GearID(StravaSource, key) }

// Bikes parses bikes.csv, which has name, brand and model.
func Bikes(data []byte) ([]training.Gear, error) { return gear(data, training.GearBike) }

// Shoes parses shoes.csv, which has the same columns as bikes.csv.
func Shoes(data []byte) ([]training.Gear, error) { return gear(data, training.GearShoes) }

func gear(data []byte, kind training.GearKind) (all []training.Gear, err error) {
	_, rows, err := readTable(data)
	for _, r := range rows {
		brand, model := words(r, 1), words(r, 2)
		name := words(r, 0)
		if name == "" { // some athletes enter only brand and model
			name = strings.TrimSpace(brand + " " + model)
		}
		if name != "" {
			all = append(all, training.Gear{ID: GearID(name), Kind: kind, Name: name, Brand: brand, Model: model})
		}
	}
	return all, err
}

// Components parses components.csv, which has the bike's name, brand, model and type.
func Components(data []byte) (all []training.Gear, err error) {
	_, rows, err := readTable(data)
	times := map[string]int{} // counts equal parts, such as a chain replaced by the same model
	for _, r := range rows {
		bike, brand, model, part := words(r, 0), words(r, 1), words(r, 2), words(r, 3)
		name := strings.TrimSpace(brand + " " + model)
		if name == "" {
			name = part
		}
		if name == "" || bike == "" {
			continue
		}
		key := strings.ToLower("part/" + bike + "/" + part + "/" + name)
		times[key]++
		if n := times[key]; n > 1 {
			key += "/" + strconv.Itoa(n)
		}
		all = append(all, training.Gear{
			ID: stravaGearID(key), Kind: training.GearComponent, Name: name, Brand: brand, Model: model, Part: part, PartOf: GearID(bike),
		})
	}
	return all, err
}

func words(cells []string, col int) string {
	return textclean.Line(cell(cells, col), textclean.NameRunes)
}

// GearOf returns the gear that activities refer to and that is not in known. That is gear
// without a row in the archive, such as an unnamed bike.
func GearOf(rows []StravaRow, known []training.Gear) (more []training.Gear) {
	seen := map[string]bool{}
	for _, g := range known {
		seen[g.ID] = true
	}
	for _, r := range rows {
		if r.GearName == "" || seen[r.Said.GearID] {
			continue
		}
		seen[r.Said.GearID] = true
		kind := training.GearOther
		switch r.Said.Sport {
		case training.Cycling:
			kind = training.GearBike
		case training.Running, training.Walking, training.Hiking:
			kind = training.GearShoes
		}
		more = append(more, training.Gear{ID: r.Said.GearID, Kind: kind, Name: r.GearName})
	}
	return more
}

// Profile holds the fields that are read from profile.csv. Empty fields are unknown.
type Profile struct {
	Name     string
	Sex      training.Sex
	WeightKg float64
}

// These are the columns of profile.csv. The email address in column 1 is not read.
const (
	profileFirst  = 2
	profileLast   = 3
	profileSex    = 4
	profileWeight = 6
)

// ReadProfile parses profile.csv.
func ReadProfile(data []byte) (p Profile, err error) {
	_, rows, err := readTable(data)
	if err != nil || len(rows) == 0 {
		return p, err
	}
	r := rows[0]
	p.Name = strings.TrimSpace(words(r, profileFirst) + " " + words(r, profileLast))
	switch strings.ToUpper(strings.TrimSpace(cell(r, profileSex))) {
	case "M":
		p.Sex = training.Male
	case "F":
		p.Sex = training.Female
	}
	const least, most = 25, 250 // plausible range of weights in kg
	if v, ok := stravaNumber(cell(r, profileWeight)); ok && v >= least && v <= most {
		p.WeightKg = v
	}
	return p, nil
}

// Route is a row of routes.csv, a planned course.
type Route struct{ Ref, Name, File string }

// Routes parses routes.csv, which has id, name and file.
func Routes(data []byte) (all []Route, err error) {
	_, rows, err := readTable(data)
	for _, r := range rows {
		if id := strings.TrimSpace(cell(r, 0)); digits(id) {
			all = append(all, Route{Ref: StravaSource + ":" + id, Name: words(r, 1), File: strings.TrimSpace(cell(r, 2))})
		}
	}
	return all, err
}
