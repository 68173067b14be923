package archive

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// GarminSource is the prefix of references ("garmin:123"), and the source of wellness values.
const GarminSource = "garmin"

// GarminForm recognises and reads the archives that Garmin exports.
type GarminForm struct{}

const (
	connect = "di_connect/"
	part    = "di-connect-"
)

// Top returns the folder DI_CONNECT, or the folder that contains its parts if
// they were moved out of it. Any table identifies it.
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

// isTable reports whether a lower-case file name is that of a table of the given kind.
func isTable(name, kind string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, kind) || strings.HasSuffix(base, kind+".json") ||
		kind == menstrual && strings.Contains(base, menstrual))
}

// Emit first yields the gear, then adds statements to the files that the walk
// yields, and finally yields the activities without a recording, and the days.
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
			it.StatementOf, it.AsOf = known.of, a.asOf
		}
		return it
	})
	x.Last(func() { _ = a.unrecorded() && a.days() }) // the walk calls it after all files
}

// archived is one archive in a listing.
type archived struct {
	*listing.Export
	pages     []page
	summaries summaries
	wellness  []listing.Entry
	asOf      time.Time // time of the newest data
}

// take uses and returns all tables of the given kinds, ordered by name.
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

// item returns an item for a table, without the table's content.
func (a *archived) item(e *listing.Entry) listing.Item {
	return listing.Item{Path: hideAccount(e.Shown), Size: e.Size, ModTime: e.Mod, Skip: e.Skip, Err: e.Err, AsOf: a.asOf}
}

// as updates the time of the newest data.
func (a *archived) as(t time.Time) {
	if t.After(a.asOf) {
		a.asOf = t
	}
}

// uploaded matches the upload number in a file name. Newer uploads have higher numbers.
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

// account matches an email address before an underscore, as in "me@example.org_gear.json".
var account = textclean.LazyRegexp(`[^/\\]*@[^/\\_]*_`)

func hideAccount(p string) string { return account.Get().ReplaceAllString(p, "") }

// nothing is the reason why most parts are not opened.
const nothing = "It holds no training data; it was not opened."

// asideReason returns the reason why a part is not opened, or "" if it does not
// belong to the export.
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

// garminDay is a date in either form used in these tables: a string that begins with the
// date, or milliseconds.
type garminDay struct {
	training.Day
	ok bool
}

// UnmarshalJSON reads a day. It treats an unreadable value as unknown.
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

// rows reads the objects of an array one by one. If key is empty, the file itself is
// the array. Otherwise the array is the value of key in each object of the file, which
// may be a single object. If a field has the wrong type, the row is read without it.
func rows[T any](r io.Reader, key string, yield func(T)) error {
	text := bufio.NewReader(r)
	d := reading.NewDecoder(text)
	object := func() error {
		if key == "" {
			return decode(d, yield)
		}
		return under(d, key, func() error { return decode(d, yield) })
	}
	first, err := begin(text)
	switch {
	case err != nil:
	case first == '{':
		err = object()
	default:
		err = array(d, object)
	}
	if err == nil || training.KindOf(err) != training.KindInternal {
		return err
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return training.Errorf(training.KindCorrupt, "The table is damaged, or in an unknown format: %w.", err).
		WithFix("Request the archive again; everything readable was imported.")
}

// begin skips characters that may precede a text, and returns the first
// character of the text without consuming it.
func begin(text *bufio.Reader) (rune, error) {
	for {
		c, _, err := text.ReadRune()
		switch {
		case err != nil:
			return 0, err
		case !strings.ContainsRune(" \t\r\n\ufeff", c):
			return c, text.UnreadRune()
		}
	}
}

func decode[T any](d *json.Decoder, yield func(T)) error {
	var v T
	err := d.Decode(&v)
	if wrong := (*json.UnmarshalTypeError)(nil); err != nil && !errors.As(err, &wrong) {
		return err
	}
	yield(v)
	return nil
}

// array calls each once for every value of an array.
func array(d *json.Decoder, each func() error) error {
	if err := expect(d, '['); err != nil {
		return err
	}
	for d.More() {
		if err := each(); err != nil {
			return err
		}
	}
	return expect(d, ']')
}

// under calls each once for every value of the array with the given key in an object.
func under(d *json.Decoder, key string, each func() error) error {
	if err := expect(d, '{'); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if name == key {
			err = array(d, each)
		} else {
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return err
		}
	}
	return expect(d, '}')
}

var errForm = errors.New("it is not the expected list")

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = errForm
	}
	return err
}

// millis is a point in time in milliseconds. In JSON, the number may be in scientific notation.
type millis struct{ time.Time }

// UnmarshalJSON reads a time. It treats an unreadable value as unknown.
func (m *millis) UnmarshalJSON(b []byte) error {
	m.Time, _ = instant(b)
	return nil
}

func instant(number []byte) (time.Time, bool) {
	const most = 1e13 // milliseconds; in the year 2286
	v, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(v > 0 && v < most) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(math.Round(v))).UTC(), true
}

// stamp parses a UTC time that is written without a zone.
func stamp(text string) (time.Time, bool) {
	t, _, _, ok := reading.ParseTime(text)
	return t, ok
}

// number formats a whole number, for use in a name.
func number(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// readSummaries reads the tables of activities. A page repeats the last
// activity of the previous page, which is read only once.
func (a *archived) readSummaries(gear map[string][]string) {
	seen := map[string]bool{}
	for _, e := range a.take("_summarizedactivities") {
		p := page{entry: e}
		p.err = read(a, &e, "summarizedActivitiesExport", func(r row) {
			s, ok := r.summary(gear)
			if !ok || seen[s.said.Ref] {
				return
			}
			seen[s.said.Ref] = true
			p.ids = append(p.ids, s.said.Ref)
			a.summaries = append(a.summaries, s)
			a.as(s.start)
		})
		a.pages = append(a.pages, p)
	}
}

// read reads the rows of a table, unless the table is skipped.
func read[T any](a *archived, e *listing.Entry, key string, yield func(T)) error {
	if e.Skip != "" || e.Err != nil {
		return e.Err
	}
	r, err := a.Stream(e)
	if err != nil {
		return err
	}
	if err = rows(r, key, yield); err == nil {
		_, err = io.Copy(io.Discard, r) // reading to the end verifies the checksum
	}
	if cerr := r.Close(); err == nil {
		err = cerr
	}
	return err
}

// unrecorded is called after all files. It yields the activities in the tables that have no file.
func (a *archived) unrecorded() bool {
	said := make(map[string]training.Statement, len(a.summaries))
	for _, s := range a.summaries {
		s.said.Sport = s.sport
		said[s.said.Ref] = s.said
	}
	for _, p := range a.pages {
		it := a.item(&p.entry)
		it.Unrecorded = []training.Statement{}
		for _, ref := range p.ids {
			it.Unrecorded = append(it.Unrecorded, said[ref])
		}
		if !a.Yield(it) {
			return false
		}
		if p.err == nil || p.entry.Err != nil {
			continue
		}
		broken := a.item(&p.entry)
		broken.Err = p.err
		if !a.Yield(broken) {
			return false
		}
	}
	return true
}
