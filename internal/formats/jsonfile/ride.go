package jsonfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Ride holds the parts of a file beside its samples.
type Ride struct {
	Start     time.Time
	Tags      map[string]string
	Overrides map[string]float64 // the athlete's own figures, by GoldenCheetah's name
	Sampled   bool

	device    string
	intervals []interval
}

// interval is a marked stretch in seconds, both ends included.
type interval struct {
	Start float64 `json:"START"`
	Stop  float64 `json:"STOP"`
}

var errForm = errors.New("it has another form")

// Head reads what stands before the samples of a file, which is all but them.
func Head(r io.Reader) (*Ride, error) { return read(r, nil) }

// read reads a file, and hands each sample over. Without somebody to take
// them it ends at the first.
func read(r io.Reader, each func(*goldencheetahSample) error) (*Ride, error) {
	in := bufio.NewReader(r)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // they were there
	}
	d := reading.NewDecoder(in)
	h := &Ride{Tags: map[string]string{}, Overrides: map[string]float64{}}
	if err := h.document(d, each); err != nil {
		if training.KindOf(err) == training.KindTooLarge {
			return nil, err
		}
		return nil, damaged(err)
	}
	if h.Start.IsZero() {
		return nil, damaged(errors.New("it has no start"))
	}
	return h, nil
}

func (h *Ride) document(d *json.Decoder, each func(*goldencheetahSample) error) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != "RIDE" {
			if err := d.Decode(new(json.RawMessage)); err != nil {
				return err
			}
			continue
		}
		return h.ride(d, each) // nothing behind it is of use
	}
	return errForm
}

func (h *Ride) ride(d *json.Decoder, each func(*goldencheetahSample) error) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == "SAMPLES" {
			h.Sampled = true
			if each == nil {
				return nil
			}
			if err := samples(d, each); err != nil {
				return err
			}
			continue
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		if err := h.field(fmt.Sprint(key), raw); training.KindOf(err) == training.KindTooLarge {
			return err
		}
	}
	return expect(d, json.Delim('}'))
}

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = errForm
	}
	return err
}

// field takes a member of a ride; what has another form is not said. Its error
// is why nothing was taken.
func (h *Ride) field(key string, raw json.RawMessage) (err error) {
	switch key {
	case "STARTTIME":
		if t, err := time.Parse("2006/01/02 15:04:05 UTC", word(raw)); err == nil {
			h.Start = t
		}
	case "DEVICETYPE":
		h.device = textclean.Line(word(raw), textclean.NameRunes)
	case "TAGS":
		var tags map[string]json.RawMessage
		err = reading.Unmarshal(raw, &tags, reading.MostValues)
		for k, v := range tags {
			h.Tags[k] = word(v)
		}
	case "INTERVALS":
		if err = reading.Unmarshal(raw, &h.intervals, reading.MostValues); err != nil {
			h.intervals = nil
		}
	case "OVERRIDES":
		var list []map[string]struct {
			Value json.RawMessage `json:"value"`
		}
		err = reading.Unmarshal(raw, &list, reading.MostValues)
		for _, m := range list {
			for name, o := range m {
				if v, err := strconv.ParseFloat(word(o.Value), 64); err == nil && v-v == 0 {
					h.Overrides[name] = v
				}
			}
		}
	}
	return err
}

// word is a text, at whose end the program writes a blank, or a number as one.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(bytes.Trim(raw, `"`))
	}
	return strings.TrimSpace(s)
}

// Sport is empty where the program does not say.
func (h *Ride) Sport() training.Sport {
	w := h.Tags["Sport"]
	if s, _, ok := training.ParseKind(w); ok || w == "" {
		return s
	}
	if strings.EqualFold(w, "ski") {
		return training.CrossCountry
	}
	return training.Sport(strings.ReplaceAll(strings.ToLower(textclean.Line(w, textclean.NameRunes)), " ", "_"))
}

func damaged(err error) error {
	return training.Errorf(training.KindCorrupt, "It is not a GoldenCheetah activity, or it is damaged: %w.",
		err).WithFix("Open it in GoldenCheetah and save it again.")
}
