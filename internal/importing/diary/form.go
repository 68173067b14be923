package diary

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// maker describes the tables of one maker of devices or apps.
type maker struct {
	source, name string
	tables       []table
	// root returns the folder of the whole archive, if its tables are in several. It may be nil.
	root func(rel string) string
	// other matches the names, in lower case, of further tables, which are not opened.
	other *textclean.Regexp
	// noZone is the reason why a table is not read if no table beside it gives the zone.
	noZone string
}

// Form recognises and reads the tables of one maker.
type Form struct{ *maker }

// IsSingle reports that a table is a whole export by itself.
func (Form) IsSingle() {}

// Top returns the folder of a table.
func (f Form) Top(e *listing.Entry) (string, bool) {
	if f.root != nil {
		return f.root(e.Rel), f.kind(e) != nil
	}
	return folderOf(e), f.kind(e) != nil
}

func folderOf(e *listing.Entry) string { return e.Rel[:len(e.Rel)-len(path.Base(e.Rel))] }

// kind returns the kind of a table, or nil if it is not one of the maker. A file that an
// export looks into before it is read belongs to that export.
func (f Form) kind(e *listing.Entry) *table {
	if ext := strings.ToLower(path.Ext(e.Rel)); e.Sift != nil || ext != ".csv" && ext != ".json" {
		return nil
	}
	head, err := e.File.Head(headBytes)
	if err != nil {
		return nil
	}
	for i := range f.tables {
		if f.tables[i].is(e.Rel, head) {
			return &f.tables[i]
		}
	}
	return nil
}

// Emit yields the days of each kind of table in the folder. Other files are left to the walk.
func (f Form) Emit(x *listing.Export) {
	x.Return()
	found, names := map[*table][]listing.Entry{}, map[*table][]string{}
	var t *table
	for name, e := range x.Files(f.root != nil, func(e *listing.Entry) bool { t = f.kind(e); return t != nil }) {
		found[t], names[t] = append(found[t], e), append(names[t], name)
	}
	for t, of := range names {
		if t.joins != "" && len(found[f.part(t.joins)]) == 0 || t.older && len(found[f.part(t.part)]) > 0 {
			continue
		}
		for _, name := range of {
			x.Use(name)
		}
	}
	left := string(i18n.Sentencef("It is a table of %s without values of days; it was not opened.", i18n.Name(f.name)))
	x.Leave(func(name string) string {
		if f.other == nil || strings.Contains(name, "/") || !f.other.Get().MatchString(name) {
			return ""
		}
		return left
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == left
		return it
	})
	g := newGroup(x, f.name)
	g.noZone = f.noZone
	for i := range f.tables {
		if t := &f.tables[i]; len(found[t]) > 0 && !f.emit(g, t, found) {
			return
		}
	}
	g.yield()
}

// part returns the table with a part, or nil.
func (f Form) part(part string) *table {
	for i := range f.tables {
		if f.tables[i].part == part && f.tables[i].joins == "" {
			return &f.tables[i]
		}
	}
	return nil
}

// emit reads the files of one kind of table.
func (f Form) emit(g *group, t *table, found map[*table][]listing.Entry) bool {
	part := t.part
	switch beside := f.part(t.beside); {
	case t.joins != "" && len(found[f.part(t.joins)]) == 0, t.older && len(found[f.part(t.part)]) > 0:
		return true
	case t.joins != "":
		part = t.joins
	case t.beside != "" && len(found[beside]) > 0:
		part = t.beside
	}
	if of := f.part(t.zonedBy); t.zonedBy != "" {
		for i := range found[of] {
			of.zones(g.x, &found[of][i], g.part(f.source, part))
		}
	}
	for i := range found[t] {
		e := &found[t][i]
		if !g.file(e, func() error { return t.read(g.x, e, g.part(f.source, part)) }) {
			return false
		}
	}
	return true
}

// group is a number of files from which days are read together.
type group struct {
	x     *listing.Export
	name  string
	items []listing.Item
	parts map[string]*days // by the source of their statements
	// noZone is the reason why a file is not read whose times have no zone.
	noZone string
}

func newGroup(x *listing.Export, name string) *group {
	return &group{x: x, name: name, parts: map[string]*days{}}
}

// part returns the days of a part, for the file that is being read.
func (g *group) part(source, part string) *days {
	name := source
	if part != "" {
		name += "/" + part
	}
	d := g.parts[name]
	if d == nil {
		d = newDays(source)
		g.parts[name] = d
	}
	d.file = len(g.items)
	return d
}

// file reads a file into the days. It returns false if the walk is over.
func (g *group) file(e *listing.Entry, read func() error) bool {
	it := listing.Item{Path: e.Shown, Lies: e.Lies, Folder: e.Folder, Size: e.Size, ModTime: e.Mod}
	if err := read(); err != nil {
		if g.x.Context().Err() != nil {
			return false
		}
		if it.Err = err; training.KindOf(err) == training.KindInternal {
			it.Err = training.Errorf(training.KindCorrupt, "It is not an export of %s: %w.", i18n.Name(g.name), err).
				WithFix("Export it again in the app.")
		}
	}
	g.items = append(g.items, it)
	return true
}

// yield yields each file with the days about which no later file says anything.
func (g *group) yield() bool {
	stated := make([][]listing.Wellness, len(g.items))
	var left leftOut
	asOf := time.Time{}
	for _, source := range slices.Sorted(maps.Keys(g.parts)) {
		d := g.parts[source]
		by := map[int][]training.WellnessDay{}
		for _, w := range d.all() {
			by[d.last[w.Day]] = append(by[d.last[w.Day]], w)
		}
		for i, days := range by {
			stated[i] = append(stated[i], listing.Wellness{Source: source, Days: days})
		}
		left.add(d)
		if d.asOf.After(asOf) {
			asOf = d.asOf
		}
	}
	for i, it := range g.items {
		if it.Err != nil && len(stated[i]) > 0 {
			it.Warning, it.Err = string(i18n.Sentence("The file could not be read to its end; what came before was kept.")), nil
		}
		switch {
		case it.Err != nil:
		case len(stated[i]) > 0:
			it.AsOf, it.Wellness = asOf, &stated[i][0]
			it.Wellness.More, it.Skip = stated[i][1:], ""
		case it.Skip == "" && asOf.IsZero():
			it.Skip = "It holds no values of days."
		case it.Skip == "":
			it.Skip, it.Aside = "Its values are with those of the files beside it.", true
		}
		if it.Skip != "" && left.lost > 0 {
			it.Skip = g.noZone
		}
		if i == len(g.items)-1 && it.Wellness != nil && it.Warning == "" {
			it.Warning = left.words()
		}
		if !g.x.Yield(it) {
			return false
		}
	}
	return true
}

var (
	errNotText  = errors.New("it is not text")
	errNoHeader = errors.New("its columns are missing")
	errDates    = errors.New("its dates can be read in two ways")
)

// Is reports whether a file has days that one of the forms reads.
func Is(e *listing.Entry) bool {
	return slices.ContainsFunc(Forms(), func(f listing.Form) bool {
		_, ok := f.Top(e)
		return ok
	})
}

// makers lists all makers. Their expressions are compiled once.
var makers = sync.OnceValue(func() []maker { return slices.Concat(wearables(), foods()) })

// Forms returns the forms of files with days.
func Forms() []listing.Form {
	var out []listing.Form
	for i := range makers() {
		out = append(out, Form{&makers()[i]})
	}
	return append(out, AutoExportForm{}, HealthConnectForm{}, WatchForm{})
}
