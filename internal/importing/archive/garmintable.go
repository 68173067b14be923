package archive

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// rows reads the objects of an array one by one: of the file itself or, with
// a key, of those that stand under it in each object of the file, which may be
// one object alone. A field of another type than it should be is left out, and
// its row kept.
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
	return training.Errorf(training.KindCorrupt, "The table is damaged, or in a form that is not known: %w.", err).
		WithFix("Request the archive again; what could be read of it was taken.")
}

// begin skips what may stand before a text and looks at its first character.
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

// array calls each for every value of an array.
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

// under calls each for the values of the array that an object has under key.
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

var errForm = errors.New("it is not the list that it should be")

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = errForm
	}
	return err
}

// millis is an instant as milliseconds, also in scientific notation.
type millis struct{ time.Time }

// UnmarshalJSON leaves what it cannot read unknown.
func (m *millis) UnmarshalJSON(b []byte) error {
	m.Time, _ = instant(b)
	return nil
}

func instant(number []byte) (time.Time, bool) {
	const most = 1e13 // milliseconds: the year 2286
	v, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(v > 0 && v < most) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(math.Round(v))).UTC(), true
}

// stamp is an instant in UTC that is written without its zone.
func stamp(text string) (time.Time, bool) {
	t, err := time.Parse("2006-01-02T15:04:05.999", text)
	return t, err == nil
}

// number is a whole number as a name.
func number(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }
