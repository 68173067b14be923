package intervalstest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxBody is the maximum size of a request body.
const MaxBody = 64 << 20

// Handler answers one operation. Its value becomes JSON unless it is a File;
// nil is an empty answer.
type Handler func(*Call) (any, error)

// Call is one request during its operation.
type Call struct {
	*World
	Op      *Operation
	Request *http.Request
	Query   url.Values
	Raw     []byte
	JSON    any  // the body, if the operation takes JSON
	Bearer  bool // whether it came with a token instead of the key

	Athlete  *Athlete
	Activity *Activity // of operations on one activity
}

// Path returns the value of a part of the path, or for "ext" the extension.
func (c *Call) Path(place string) string {
	if c.Request == nil {
		return ""
	}
	return c.Request.PathValue(place)
}

// ReadBody decodes a JSON body.
func (c *Call) ReadBody() error {
	if c.Op.Body == "" || c.Op.Body == "file" {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(c.Request.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return Refuse(http.StatusUnsupportedMediaType, "")
	}
	if err := json.Unmarshal(c.Raw, &c.JSON); err != nil {
		return Refuse(http.StatusBadRequest, "")
	}
	return nil
}

// ChooseAthlete finds the athlete and the activity of a path. Another athlete's
// things look missing only if the path has no athlete.
func (c *Call) ChooseAthlete() error {
	c.Athlete = c.Athletes[0]
	id := c.Path("id")
	if other := c.Path("athleteId"); other != "" {
		id = other
	}
	switch {
	case strings.HasPrefix(c.Op.Path, "/activity/"):
		for _, a := range c.Athletes {
			if v := a.Activities[id]; v != nil {
				c.Athlete, c.Activity = a, v
				return nil
			}
		}
		if c.Op.ID == "deleteTombstone" {
			return nil
		}
		return NotFound("Activity")
	case !strings.HasPrefix(c.Op.Path, "/athlete/"):
		return nil
	case id == "0":
		if c.Op.ID == "listActivityPaceCurves" { // the only one that needs the real id
			return Refuse(http.StatusForbidden, "Access denied")
		}
		return nil
	}
	i := slices.IndexFunc(c.Athletes, func(a *Athlete) bool { return a.ID == id })
	if i < 0 {
		return Refuse(http.StatusForbidden, "Access denied")
	}
	c.Athlete = c.Athletes[i]
	return nil
}

// Object returns the body as a JSON object.
func (c *Call) Object() (Doc, error) {
	if d, ok := c.JSON.(Doc); ok {
		return d, nil
	}
	return nil, Refuse(http.StatusBadRequest, "")
}

// Objects returns the body as a JSON list of objects.
func (c *Call) Objects() ([]Doc, error) {
	list, ok := c.JSON.([]any)
	if !ok {
		return nil, Refuse(http.StatusBadRequest, "")
	}
	docs := make([]Doc, 0, len(list))
	for _, e := range list {
		d, ok := e.(Doc)
		if !ok {
			return nil, Refuse(http.StatusBadRequest, "")
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// Part returns the multipart field "file".
func (c *Call) Part() (name string, data []byte, err error) {
	kind, params, err := mime.ParseMediaType(c.Request.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return "", nil, Refuse(http.StatusUnsupportedMediaType, "")
	}
	form, err := multipart.NewReader(strings.NewReader(string(c.Raw)), params["boundary"]).ReadForm(MaxBody)
	if err != nil {
		return "", nil, Refuse(http.StatusBadRequest, "")
	}
	defer func() { _ = form.RemoveAll() }()
	if len(form.File["file"]) == 0 {
		return "", nil, Refuse(http.StatusBadRequest, "Required part 'file' is not present.")
	}
	head := form.File["file"][0]
	f, err := head.Open()
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = f.Close() }()
	data = make([]byte, head.Size)
	for n := 0; n < len(data); {
		m, err := f.Read(data[n:])
		if err != nil {
			return "", nil, err
		}
		n += m
	}
	return head.Filename, data, nil
}

// List returns a list from the query: joined by commas, repeated, or both.
func (c *Call) List(name string) []string {
	var all []string
	for _, v := range c.Query[name] {
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}

// Integer returns a whole number from the query, or standard.
func (c *Call) Integer(name string, standard int) int {
	if n, err := strconv.Atoi(c.Query.Get(name)); err == nil {
		return n
	}
	return standard
}

// Flag returns true or false from the query, or standard.
func (c *Call) Flag(name string, standard bool) bool {
	if b, err := strconv.ParseBool(c.Query.Get(name)); err == nil {
		return b
	}
	return standard
}

// Now returns the current time in the athlete's time zone.
func (c *Call) Now() time.Time { return c.Clock().In(c.Athlete.Zone) }

// Today returns today in the athlete's time zone.
func (c *Call) Today() string { return c.Now().Format(time.DateOnly) }

// LocalTime is the form of the athlete's times at the service: without a zone.
const LocalTime = "2006-01-02T15:04:05"

// Span returns a range of local times from the query, both ends inclusive. A
// day means all of it; a zone is refused, because all times are the athlete's.
func (c *Call) Span(from, to, standardFrom, standardTo string) (oldest, newest string, err error) {
	oldest, newest = c.Query.Get(from), c.Query.Get(to)
	if oldest == "" {
		oldest = standardFrom
	}
	if newest == "" {
		newest = standardTo
	}
	if oldest, err = Moment(oldest, "T00:00:00"); err != nil {
		return "", "", err
	}
	newest, err = Moment(newest, "T23:59:59")
	return oldest, newest, err
}

// Moment returns a local time in the service's form, from a local time or day.
func Moment(text, clock string) (string, error) {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return text + clock, nil
	}
	for _, layout := range []string{LocalTime, "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(LocalTime), nil
		}
	}
	return "", Invalid("Text '%s' could not be parsed", text)
}

// AtMost returns the limit from the query, or standard.
func (c *Call) AtMost(standard int) int {
	if n := c.Integer("limit", standard); n > 0 {
		return n
	}
	return standard
}

// CustomCode reports whether the athlete has defined a field of a kind with
// this code.
func (c *Call) CustomCode(kind, code string) bool { return c.CustomName(kind, code) != nil }

// CustomName returns the athlete's name of such a field, nil for none.
func (c *Call) CustomName(kind, code string) any {
	for _, d := range c.Athlete.Items.Rows {
		if content, _ := d["content"].(Doc); Text(d, "type") == kind && Text(content, "code") == code {
			return d["name"]
		}
	}
	return nil
}

// File is an answer that is not JSON.
type File struct {
	Kind, Name string // its media type and its own name
	Data       []byte
}

// WithStatus is a JSON answer with a status other than 200.
type WithStatus struct {
	Status int
	Value  any
}

// RefusalError is a refusal of a request. Some answers have no message.
type RefusalError struct {
	Status  int
	Message string
}

func (e *RefusalError) Error() string { return strconv.Itoa(e.Status) + " " + e.Message }

// Refuse returns a refusal. Without a message it is the answer of the service's
// framework.
func Refuse(status int, message string) error { return &RefusalError{status, message} }

// Invalid returns an error with status 422.
func Invalid(format string, args ...any) error {
	return Refuse(http.StatusUnprocessableEntity, fmt.Sprintf(format, args...))
}

// NotFound returns an error with status 404.
func NotFound(what string) error { return Refuse(http.StatusNotFound, what+" not found") }

// Table returns a list as CSV. The first column is the id, under its own name.
func Table(id string, fields []string, list []Doc) (any, error) {
	if len(fields) == 0 {
		seen := map[string]bool{}
		for _, d := range list {
			for name, v := range d {
				if _, nested := v.([]any); !nested && v != nil {
					seen[name] = true
				}
			}
		}
		fields = slices.Sorted(maps.Keys(seen))
	}
	fields = slices.DeleteFunc(fields, func(f string) bool { return f == "id" })
	rows := [][]string{append([]string{id}, fields...)}
	for _, d := range list {
		row := []string{IDOf(d)}
		for _, f := range fields {
			cell := ""
			if d[f] != nil {
				cell = fmt.Sprint(d[f])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return nil, err
	}
	return File{Kind: "text/csv", Data: []byte(b.String())}, nil
}
