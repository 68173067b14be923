package stravatest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/test/emulator"
)

// The status texts of uploads.
const (
	statusWorking = "Your activity is still being processed."
	statusReady   = "Your activity is ready."
	statusError   = "There was an error processing your activity."
	statusDeleted = "The created activity has been deleted."
)

// upload is a file that is becoming an activity.
type upload struct {
	id       int64
	owner    int64
	external string
	sum      [32]byte
	polls    int // remaining polls
	asked    time.Time
	err      string
	activity *Activity // nil until it is ready, and if it failed
	added    int64
}

func uploadFields() []string {
	return []string{"name", "description", "trainer", "commute", "data_type", "external_id", "sport_type"}
}

func createUpload(c *call) (any, error) {
	s := c.server
	sent, ok := c.files["file"]
	if !ok {
		return nil, bad("Upload", "file", "missing")
	}
	kind := c.form.Get("data_type")
	a, err := read(kind, sent.body)
	if errors.Is(err, errNoType) {
		return nil, bad("Upload", "data_type", "invalid")
	}
	u := &upload{
		id: 18_000_000_000 + s.next(), owner: c.athlete.ID, external: cmp.Or(c.form.Get("external_id"), sent.name), sum: sha256.Sum256(sent.body),
		polls: max(s.options.UploadPolls, 0),
	}
	if s.options.HugeIDs {
		u.id = 1<<63 - 1_000_000 + s.next()
	}
	switch {
	case err != nil:
		u.err = "The upload appears to be malformed: " + err.Error()
	default:
		if twin := c.twin(a, u); twin != 0 {
			u.err = fmt.Sprintf("%s duplicate of <a href='/activities/%d' target='_blank'>an activity</a>", u.external, twin)
			break
		}
		if err := c.dress(a, u); err != nil {
			return nil, err
		}
	}
	s.uploads[u.id] = u
	s.work(u)
	return created{u.doc()}, nil
}

// twin returns the id of an activity with the same bytes or the same start, 0
// for none.
func (c *call) twin(a *Activity, u *upload) int64 {
	for _, old := range c.server.uploads {
		if old.owner == u.owner && old.sum == u.sum && old.added != 0 && c.server.lives(old) {
			return old.added
		}
	}
	for _, old := range c.athlete.Activities {
		if !old.Manual && old.Start.Equal(a.Start) {
			return old.ID
		}
	}
	return 0
}

// dress sets the fields of an activity from the form.
func (c *call) dress(a *Activity, u *upload) error {
	ok := false
	for name, at := range map[string]*bool{"trainer": &a.Trainer, "commute": &a.Commute} {
		if *at, ok = flag(c.form.Get(name)); !ok {
			return bad("Upload", name, "invalid")
		}
	}
	a.Name = cmp.Or(c.form.Get("name"), cmp.Or(a.Name, "Afternoon "+a.SportType))
	a.Description = c.form.Get("description")
	a.SportType = cmp.Or(c.form.Get("sport_type"), a.SportType)
	a.ExternalID, a.UploadID, a.WorkoutType = u.external, u.id, -1
	a.Zone = c.athlete.Zone
	u.activity = a
	return nil
}

func getUpload(c *call) (any, error) {
	s := c.server
	u := s.uploads[c.id]
	if u == nil || u.owner != c.athlete.ID {
		return nil, missing("Upload")
	}
	if !u.asked.IsZero() && s.Now().Sub(u.asked) < time.Second {
		s.Violated("getUploadById: upload %d was asked for twice within a second", u.id)
	}
	u.asked = s.Now()
	u.polls--
	s.work(u)
	d := u.doc()
	if u.added != 0 && !s.lives(u) {
		d["status"], d["activity_id"] = statusDeleted, nil
	}
	return d, nil
}

// work creates the activity when the upload is ready.
func (s *Server) work(u *upload) {
	if u.polls <= 0 && u.activity != nil && u.added == 0 {
		u.added = s.add(s.athletes[u.owner], u.activity)
	}
}

// lives reports whether the activity of an upload still exists.
func (s *Server) lives(u *upload) bool {
	for _, a := range s.athletes[u.owner].Activities {
		if a.ID == u.added {
			return true
		}
	}
	return false
}

func (u *upload) doc() Doc {
	d := Doc{
		"id": u.id, "id_str": strconv.FormatInt(u.id, 10), "external_id": u.external, "error": nil, "status": statusWorking, "activity_id": nil,
	}
	switch {
	case u.polls > 0:
	case u.err != "":
		d["error"], d["status"] = u.err, statusError
	default:
		d["status"], d["activity_id"] = statusReady, u.added
	}
	return d
}

var errNoType = errors.New("no such data_type")

// read makes an activity from a file: its start, its duration and its sport.
// The rest of its recording is invented.
func read(kind string, body []byte) (*Activity, error) {
	plainKind, zipped := strings.CutSuffix(kind, ".gz")
	if zipped {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(io.LimitReader(z, emulator.MaxBody)); err != nil {
			return nil, err
		}
	}
	a := &Activity{SportType: "Ride", SpeedMps: 7, LatDeg: 52.5, LngDeg: 13.4, HeartRate: true}
	switch {
	case plainKind == "fit":
		return a, a.readFIT(body)
	case plainKind == "gpx" || plainKind == "tcx":
		return a, a.readXML(body)
	case kind == "json":
		return a, a.readStrength(body)
	}
	return nil, errNoType
}

func (a *Activity) readFIT(body []byte) error {
	f, err := decoder.New(bytes.NewReader(body)).Decode()
	if err != nil {
		return err
	}
	var first, last time.Time
	for i := range f.Messages {
		m := &f.Messages[i]
		switch m.Num {
		case mesgnum.Session:
			a.sport(mesgdef.NewSession(m))
		case mesgnum.Record:
			at := mesgdef.NewRecord(m).Timestamp
			if first.IsZero() {
				first = at
			}
			last = at
		}
	}
	return a.span(first, last)
}

func (a *Activity) sport(s *mesgdef.Session) {
	switch s.Sport.String() {
	case "running":
		a.SportType, a.SpeedMps, a.Cadence = "Run", 3, 84
	case "swimming":
		a.SportType, a.SpeedMps, a.Pool = "Swim", 1, true
	}
}

// readXML reads the first and the last time of a GPX or TCX file.
func (a *Activity) readXML(body []byte) error {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimSpace(body)))
	var first, last time.Time
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return a.span(first, last)
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok || !strings.EqualFold(start.Name.Local, "time") {
			continue
		}
		var text string
		if err := d.DecodeElement(&text, &start); err != nil {
			return err
		}
		at, err := time.Parse(time.RFC3339, strings.TrimSpace(text))
		if err != nil {
			return err
		}
		if first.IsZero() {
			first = at
		}
		last = at
	}
}

func (a *Activity) span(first, last time.Time) error {
	if first.IsZero() || !last.After(first) {
		return errors.New("time information is missing from file")
	}
	a.Start, a.Seconds = first.UTC(), int(last.Sub(first).Seconds())+1
	return nil
}

// readStrength reads a structured strength session. It is only known to be an
// object with a start somewhere: start_time is this emulator's own name.
func (a *Activity) readStrength(body []byte) error {
	var d struct {
		Start   time.Time `json:"start_time"`
		Seconds int       `json:"elapsed_time"`
	}
	if err := json.Unmarshal(body, &d); err != nil {
		return err
	}
	a.SportType, a.Still = "WeightTraining", true
	return a.span(d.Start, d.Start.Add(seconds(d.Seconds)))
}
