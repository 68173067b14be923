package archive

import (
	"path"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// GarminSource leads the references of activities, "garmin:123", and is who speaks
// of days.
const GarminSource = "garmin"

// GarminForm is how the archives that Garmin hands out look.
type GarminForm struct{}

const (
	connect = "di_connect/"
	part    = "di-connect-"
)

// Top is the folder of DI_CONNECT, or of its parts if they were taken out of
// it. Any table shows it.
func (GarminForm) Top(e *listing.Entry) (string, bool) {
	low := strings.ToLower(e.Rel)
	if !strings.HasSuffix(low, ".json") {
		return "", false
	}
	for _, folder := range []string{connect, part} {
		if at := strings.Index("/"+low, "/"+folder); at >= 0 {
			return e.Rel[:at], true
		}
	}
	if isTable(low, "_summarizedactivities") {
		return e.Rel[:len(e.Rel)-len(path.Base(e.Rel))], true
	}
	return "", false
}

// isTable says that the file of a name, in lower case, is one of a kind.
func isTable(name, kind string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, kind) || strings.HasSuffix(base, kind+".json") ||
		kind == menstrual && strings.Contains(base, menstrual))
}

// Emit yields the gear, then has every file pass by with the statement on it,
// and after them activities that nothing recorded, and days.
func (GarminForm) Emit(x *listing.Export) {
	x.Return()
	a := &archived{Export: x}
	gear := a.readGear()
	a.readSummaries(links(gear))
	if !a.account(gear) {
		return
	}
	a.wellness = a.take(wellnessTables()...)
	known := a.summaries.index()
	x.Leave(asideReason)
	x.Sift(siftFIT)
	x.Number(upload)
	x.About(func(it listing.Item) listing.Item {
		it.Path = hideAccount(it.Path)
		it.Aside = it.Aside || it.Skip == nothing
		if it.Skip == "" && it.Err == nil {
			it.SaidOf, it.AsOf = known.of, a.asOf
		}
		return it
	})
	x.Last(func() { _ = a.unrecorded() && a.days() }) // the walk knows when it is over
}

// archived is one archive in a listing.
type archived struct {
	*listing.Export
	pages     []page
	summaries summaries
	wellness  []listing.Entry
	asOf      time.Time // of the newest thing that it tells
}

// take uses all tables of some kinds, in the order of their names.
func (a *archived) take(kinds ...string) (all []listing.Entry) {
	var names []string
	for name := range a.Parts() {
		for _, k := range kinds {
			if isTable(name, k) {
				names = append(names, name)
				break
			}
		}
	}
	for _, name := range names {
		if e, ok := a.Use(name); ok {
			all = append(all, e)
		}
	}
	return all
}

// item is a table as an item, without its bytes.
func (a *archived) item(e *listing.Entry) listing.Item {
	return listing.Item{Path: hideAccount(e.Shown), Size: e.Size, ModTime: e.Mod, Skip: e.Skip, Err: e.Err, AsOf: a.asOf}
}

// as keeps the latest time that the archive tells of.
func (a *archived) as(t time.Time) {
	if t.After(a.asOf) {
		a.asOf = t
	}
}

// uploaded is the number of an upload in the name of its file. Numbers rise.
var uploaded = textclean.LazyRegexp(`_(\d{1,18})\.[A-Za-z]+$`)

func upload(name string) int64 {
	m := uploaded.Get().FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// account is an address before an underscore, as in "me@example.org_gear.json".
var account = textclean.LazyRegexp(`[^/\\]*@[^/\\_]*_`)

func hideAccount(p string) string { return account.Get().ReplaceAllString(p, "") }

// nothing is why many parts are not opened.
const nothing = "It holds no training data; it was not opened."

// asideReason says why a part is not opened; empty for a file that merely
// lies there too.
func asideReason(name string) string {
	dir, _, _ := strings.Cut(name, "/")
	ours := strings.HasPrefix(dir, "di_") || strings.HasPrefix(dir, part) || strings.HasPrefix(dir, "it_") || dir == "customer_data"
	if !ours {
		return ""
	}
	switch path.Ext(name) {
	case ".json", ".csv", ".txt", ".html", ".pdf", ".xml", ".log":
		return nothing
	case ".jpg", ".jpeg", ".png", ".gif", ".mp4":
		return "It is a picture, a video or a document."
	}
	return ""
}

// garminDay reads a date as these tables write them: a text that begins with it,
// or milliseconds.
type garminDay struct {
	training.Day
	ok bool
}

// UnmarshalJSON leaves what it cannot read unknown.
func (d *garminDay) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if len(text) >= len(time.DateOnly) {
		if v, err := training.ParseDay(text[:len(time.DateOnly)]); err == nil {
			d.Day, d.ok = v, true
			return nil
		}
	}
	if t, ok := instant(b); ok {
		d.Day, d.ok = training.DayOf(t), true
	}
	return nil
}
