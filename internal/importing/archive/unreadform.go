package archive

import (
	"path"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
)

// UnreadForm is how the archives of one service look.
type UnreadForm struct{ *service }

// service is one whose archives are named.
type service struct {
	name string
	// shows tells by the path of a part, in lower case.
	shows textclean.Regexp
	why   string // and what to do instead
}

// Forms are the services whose archives are named and not read.
func Forms() []listing.Form {
	const uncertain = "the format of its exercises is not known for certain. " + elsewhere
	return []listing.Form{
		UnreadForm{&service{"Samsung Health", textclean.LazyRegexp(`(^|/)com\.samsung\.s?health\.exercise\.[^/]*csv$`), uncertain}},
		UnreadForm{&service{"Nike Run Club", textclean.LazyRegexp(`(^|/)nrc/[^/]*\.json$`), uncertain}},
		UnreadForm{&service{
			"Health Connect", textclean.LazyRegexp(`(^|/)health_connect_export\.db$`),
			"it is a database of what other apps recorded, and those hand out recordings themselves. " + elsewhere,
		}},
		UnreadForm{&service{
			"Endomondo", textclean.LazyRegexp(`(^|/)\d{4}-\d\d-\d\d \d\d_\d\d_\d\d(\.\d+)?\.json$`),
			"the service is closed. The TCX files beside its workouts are imported.",
		}},
	}
}

// elsewhere is how recordings are had as files.
const elsewhere = "Connect it with a service that hands out recordings as files, such as Strava, and import that service's archive."

// Top is the folder that holds the part that shows it.
func (f UnreadForm) Top(e *listing.Entry) (string, bool) {
	low := strings.ToLower(e.Rel)
	if !f.shows.Get().MatchString(low) {
		return "", false
	}
	folder := e.Rel[:len(e.Rel)-len(path.Base(e.Rel))]
	const runs = "nrc/"
	if at := strings.Index("/"+strings.ToLower(folder), "/"+runs); at >= 0 {
		return folder[:at+len(runs)], true
	}
	return folder, true
}

// Emit says what the archive is, and leaves its tables.
func (f UnreadForm) Emit(x *listing.Export) {
	x.Return()
	it := listing.Item{Path: x.Shown(""), Skip: "It is an archive of " + f.name + ", which is not read: " + f.why}
	if it.Path == "" {
		it.Path = f.name
	}
	if !x.Yield(it) {
		return
	}
	const left = "It is a table of an archive that is not read."
	x.Leave(func(name string) string {
		switch path.Ext(name) {
		case ".json", ".csv", ".db", ".txt", ".html":
			return left
		}
		return ""
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == left
		return it
	})
}
