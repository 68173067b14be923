package stravatest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
)

var errNoType = errors.New("no such data_type")

// read makes an activity of a file: its start, its duration and its sport. What
// the emulator has recorded of it then is made up.
func read(kind string, body []byte) (*Activity, error) {
	plainKind, zipped := strings.CutSuffix(kind, ".gz")
	if zipped {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(io.LimitReader(z, maxBody)); err != nil {
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

// readXML takes the first and the last time of a GPX or TCX file.
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

// readStrength takes a structured strength session, of which it is known only
// that it is an object with a start somewhere: start_time is this emulator's word.
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
