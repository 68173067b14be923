package reading

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/training"
)

// The limits for JSON from outside. MostValues applies to JSON that is decoded in one step,
// because then three bytes can become a kilobyte; an object or a list counts as container
// values.
const (
	MostLevels = 64
	MostValues = 1 << 21
	container  = 16
)

// meter measures JSON before it is decoded.
type meter struct {
	depth, values, most int // most is the limit on values; 0 means none
	quoted, escaped     bool
}

// add returns an error if the text is nested too deep or has too many values.
func (m *meter) add(text []byte) error {
	for _, c := range text {
		switch {
		case m.escaped:
			m.escaped = false
		case m.quoted && c == '\\':
			m.escaped = true
		case c == '"':
			m.quoted = !m.quoted
		case m.quoted:
		case c == '{' || c == '[':
			m.depth++
			m.values += container
		case c == '}' || c == ']':
			m.depth--
		case c == ',':
			m.values++
		}
		if m.depth > MostLevels {
			return training.Errorf(training.KindTooLarge, "The JSON nests more than %d levels deep.", MostLevels).WithFix("Check what kind of " +
				"file it is.")
		}
	}
	if m.most > 0 && m.values > m.most {
		return training.Errorf(training.KindTooLarge, "The JSON contains more than %d values.", m.most).WithFix("Check what kind of file it is.")
	}
	return nil
}

// metered is a reader that measures JSON while it is read.
type metered struct {
	in    io.Reader
	meter meter
}

func (r *metered) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if wrong := r.meter.add(p[:n]); wrong != nil {
		return 0, wrong
	}
	return n, err
}

// NewDecoder returns a decoder that rejects JSON nested more than MostLevels deep.
func NewDecoder(r io.Reader) *json.Decoder { return json.NewDecoder(&metered{in: r}) }

// CheckJSON returns an error for JSON nested more than MostLevels deep.
func CheckJSON(text []byte) error { return new(meter).add(text) }

// Unmarshal decodes a text with at most mostValues values.
func Unmarshal(text []byte, to any, mostValues int) error {
	m := meter{most: mostValues}
	if err := m.add(text); err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// JSONNumber is a JSON number whose type is not reliable. Any other value
// becomes NaN without an error.
type JSONNumber float64

// UnmarshalJSON reads the number.
func (n *JSONNumber) UnmarshalJSON(text []byte) error {
	x := math.NaN()
	if len(text) > 0 && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') {
		if err := json.Unmarshal(text, &x); err != nil {
			x = math.NaN()
		}
	}
	*n = JSONNumber(x)
	return nil
}

// DecodeJSON decodes the next value. It skips a value that does not fit the type of its
// destination, without an error.
func DecodeJSON(d *json.Decoder, to any) error {
	err := d.Decode(to)
	if _, form := errors.AsType[*json.UnmarshalTypeError](err); form {
		return nil
	}
	return err
}

// Object calls member for each member of the next object. member must read the
// value, using [DecodeJSON], [Object], [Array] or [Skip]. A value that is not an
// object counts as having no members.
func Object(d *json.Decoder, member func(name string) error) error {
	return within(d, '{', func() error {
		name, err := d.Token()
		if err != nil {
			return err
		}
		return member(fmt.Sprint(name))
	})
}

// Array calls each for every value of the next array. each must read the value. A
// value that is not an array counts as empty.
func Array(d *json.Decoder, each func() error) error { return within(d, '[', each) }

func within(d *json.Decoder, first json.Delim, each func() error) error {
	open, err := d.Token()
	if err != nil {
		return err
	}
	if open != first {
		if _, more := open.(json.Delim); more {
			return end(d, 1)
		}
		return nil
	}
	for d.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// Skip skips the next value.
func Skip(d *json.Decoder) error {
	t, err := d.Token()
	if _, opens := t.(json.Delim); opens && err == nil {
		return end(d, 1)
	}
	return err
}

// end skips the rest of depth open values.
func end(d *json.Decoder, depth int) error {
	for depth > 0 {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return nil
}

// maxRunes limits the length of any text from a file, such as a name or a
// description.
const maxRunes = 2000

// Text cleans a text: it removes control characters other than line breaks,
// invalid UTF-8, surrounding space, and everything beyond a sensible length.
func Text(s string) string {
	n := 0
	s = strings.Map(func(r rune) rune {
		n++
		if n > maxRunes || r == unicode.ReplacementChar || unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// AppendNew appends the sentences in from that the list does not contain yet.
func AppendNew(to, from []string) []string {
	for _, s := range from {
		if !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}

// TimeLayout is the layout of an instant in the XML formats.
const TimeLayout = "2006-01-02T15:04:05Z"

// RowTime returns the time of a row in the layout of the XML formats.
func RowTime(r *training.Recording, row int) string {
	return r.Start.Add(time.Duration(r.Columns.TimeS[row]) * time.Second).UTC().Format(TimeLayout)
}

// digits holds the number of decimals that represent a channel's integer exactly.
var digits = [training.NumChannels]int{
	training.Cadence: 0, training.Speed: 3, training.Altitude: 2, training.Distance: 2,
	training.Temperature: 1, training.Latitude: 8, training.Longitude: 8,
}

// TrackText returns the value of a channel in a row as text in the displayed
// unit, or "" if there is none.
func TrackText(c *training.Columns, ch training.Channel, row int) string {
	v, ok := c.At(ch, row)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(float64(v)/ch.Scale(), 'f', digits[ch], 64)
}

// PauseBefore reports whether there is a pause between a row and the previous one.
func PauseBefore(r *training.Recording, row int) bool {
	if row == 0 {
		return false
	}
	from, to := float64(r.Columns.TimeS[row-1]), float64(r.Columns.TimeS[row])
	for _, p := range r.Pauses {
		if p.FromS < to && p.ToS > from && p.FromS >= from {
			return true
		}
	}
	return false
}

// XMLWriter writes XML with a layout chosen by the caller, and keeps the first error.
type XMLWriter struct {
	w   *bufio.Writer
	err error
}

// NewWriter returns a writer to w. Call Flush at the end.
func NewWriter(w io.Writer) *XMLWriter { return &XMLWriter{w: bufio.NewWriter(w)} }

// Raw writes markup unchanged.
func (w *XMLWriter) Raw(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// Leaf writes an element with a text, unless the text is empty.
func (w *XMLWriter) Leaf(name, text string) {
	if text == "" || w.err != nil {
		return
	}
	w.Raw("<%s>", name)
	if w.err == nil {
		w.err = xml.EscapeText(w.w, []byte(text))
	}
	w.Raw("</%s>", name)
}

// Flush writes the buffered bytes and returns the first error.
func (w *XMLWriter) Flush() error {
	if w.err != nil {
		return w.err
	}
	return w.w.Flush()
}
