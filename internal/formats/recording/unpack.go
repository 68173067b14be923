package recording

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// IsGzip reports whether data begins like a gzip file.
func IsGzip(data []byte) bool {
	return len(data) > 2 && data[0] == 0x1F && data[1] == 0x8B && data[2] == 8
}

// Unpack unpacks a compressed file. It returns an error for a truncated one.
func Unpack(ctx context.Context, data []byte, limits Limits) ([]byte, error) {
	out, notes, err := unpack(ctx, data, limits.WithDefaults())
	if err == nil && len(notes) > 0 {
		err = training.Errorf(training.KindCorrupt, "The compressed file is cut off or damaged.").WithFix("Copy or export the file again.")
	}
	return out, err
}

// unpack unpacks gzip layers within the limits. A truncated layer is unpacked
// as far as possible, with a note.
func unpack(ctx context.Context, data []byte, limits Limits) (out []byte, notes []string, err error) {
	for depth := 0; IsGzip(data); depth++ {
		if depth == limits.MaxDepth {
			return nil, nil, training.Errorf(training.KindTooLarge, "The file is compressed by a factor of more than %d.", limits.MaxDepth).
				WithFix("Unpack it first.")
		}
		inner, cut, err := gunzip(ctx, data, limits)
		if err != nil {
			return nil, nil, err
		}
		if cut {
			notes = append(notes, string(i18n.Sentence("The compressed file is cut off or damaged; what could be unpacked was read.")))
		}
		data = inner
	}
	return data, notes, nil
}

// slack is the size to which any file may unpack, whatever its ratio, because small
// files with repeated points compress very well.
const slack = 1 << 20

// claimed returns the unpacked size stated at the end of a gzip file.
func claimed(data []byte) int64 {
	const trailer = 4
	if len(data) < trailer {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(data[len(data)-trailer:]))
}

func gunzip(ctx context.Context, data []byte, limits Limits) (out []byte, cut bool, err error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, false, notGzip(err)
	}
	defer func() { _ = z.Close() }()
	most := min(limits.MaxBytes, limits.MaxRatio*int64(len(data))+slack)
	var buf bytes.Buffer
	buf.Grow(int(min(claimed(data), most)) + bytes.MinRead) // growing the buffer would hold the content twice
	for {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		const step = 256 << 10
		n, err := io.CopyN(&buf, z, step)
		if int64(buf.Len()) > most {
			if most < limits.MaxBytes {
				return nil, false, training.Errorf(training.KindTooLarge, "The file unpacks to more than %d times its size.", limits.MaxRatio).
					WithFix("Unpack it first, if you trust it.")
			}
			return nil, false, tooLarge(limits.MaxBytes)
		}
		if errors.Is(err, io.EOF) {
			return buf.Bytes(), false, nil
		}
		if err != nil {
			if buf.Len() == 0 && n == 0 {
				return nil, false, notGzip(err)
			}
			return buf.Bytes(), true, nil
		}
	}
}

func notGzip(err error) error {
	return &training.Error{
		Kind: training.KindCorrupt, Err: err,
		What: "The compressed file is damaged: nothing can be unpacked.", Fix: "Copy or export the file again.",
	}
}

func tooLarge(limit int64) error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MB.", limit>>20).
		WithFix("Split the recording and import its parts.")
}

// A zip file ends with a record of zipEndSize bytes and a comment of at most
// maxComment bytes.
const (
	zipEndSize = 22
	maxComment = 1<<16 - 1
)

// Unfinished reports whether the contents of a file show that it is still being
// written or copied: it ends in the middle of something, or in space that is not
// yet filled. It returns false for an unknown format.
func Unfinished(ctx context.Context, f io.ReaderAt, size int64) bool {
	head := make([]byte, min(size, headSize))
	if _, err := f.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	if bytes.HasPrefix(head, zipMagic) {
		end := make([]byte, min(size, zipEndSize+maxComment))
		_, err := f.ReadAt(end, size-int64(len(end)))
		at := bytes.LastIndex(end, []byte("PK\x05\x06"))
		return (err == nil || errors.Is(err, io.EOF)) && (at < 0 || len(end)-at < zipEndSize)
	}
	if size > mostUnpacked() {
		return false
	}
	data, err := io.ReadAll(io.NewSectionReader(f, 0, size))
	if err != nil {
		return false
	}
	if IsGzip(data) {
		inner, notes, err := unpack(ctx, data, Limits{}.WithDefaults())
		if err != nil || len(notes) > 0 {
			return len(notes) > 0 || training.KindOf(err) == training.KindCorrupt
		}
		data = inner
	}
	return unfinished(ctx, data)
}

func mostUnpacked() int64 { return Limits{}.WithDefaults().MaxBytes }

// unfinished does the same as [Unfinished] for the content of a file.
func unfinished(ctx context.Context, data []byte) bool {
	head := data[:min(len(data), headSize)]
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(bytes.Trim(head, "\x00")) == 0:
		return true
	case fit.Is(data):
		return fit.Unclosed(data)
	case len(text) > 1 && text[0] == '<' && text[1] != 0: // and not in UTF-16
		s := reading.NewXMLReader(ctx, head, Limits{})
		return !s.Next() || !s.Start || !closes(data, s.Name)
	case len(text) > 0 && (text[0] == '{' || text[0] == '['):
		return openJSON(data)
	}
	return false
}

// closes reports whether the last tag of a document is the end tag of the root, or
// a root element without content.
func closes(data []byte, root string) bool {
	end := bytes.TrimRight(data, " \t\r\n")
	at := bytes.LastIndexByte(end, '<')
	tag := strings.TrimSpace(strings.TrimSuffix(string(end[max(0, at):]), ">"))
	if strings.HasPrefix(tag, "<!--") { // a comment after the end
		return bytes.Contains(end[max(0, at-1024):at], []byte(root))
	}
	name, isEnd := strings.CutPrefix(tag, "</")
	name = name[strings.IndexByte(name, ':')+1:]
	return bytes.HasSuffix(end, []byte(">")) && (isEnd && name == root || strings.HasPrefix(tag, "<"+root) && strings.HasSuffix(tag, "/"))
}

// openJSON reports whether a JSON text ends inside a value.
func openJSON(data []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return quoted || depth > 0
}

// ReadCourse reads the routes of a file that was recognised as a course. The list
// may be empty.
func ReadCourse(ctx context.Context, format training.Format, data []byte, limits reading.Limits) ([]training.Route, error) {
	limits = limits.WithDefaults()
	if format == training.FormatFIT {
		recs, err := fit.ReadCourses(ctx, data, limits)
		var out []training.Route
		for i := range recs {
			if r, ok := CourseOf(&recs[i]); ok {
				out = append(out, r)
			}
		}
		return out, err
	}
	s := reading.NewXMLReader(ctx, data, limits)
	x := xmlReader{s: s}
	for s.Next() {
		if s.Start {
			x.start()
		} else {
			x.end()
		}
		if x.points > limits.MaxRecords {
			return nil, training.Errorf(training.KindTooLarge, "The file contains more than %d "+
				"points.", limits.MaxRecords).WithFix("Split the route.")
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	x.close()
	return x.done, nil
}

// xmlReader holds the state while a GPX or TCX document is read.
type xmlReader struct {
	s      *reading.Scanner
	route  *training.Route // the open one
	point  *training.RoutePoint
	bad    bool // the open point has no valid position
	points int
	done   []training.Route
}

func (x *xmlReader) start() {
	switch x.s.Name {
	case "rte", "trk", "Course":
		x.close()
		x.route = &training.Route{}
	case "rtept", "trkpt":
		x.open()
		x.degrees(x.s.Attr("lat"), func(p *training.RoutePoint, v float64) { p.LatDeg = v }, 90)
		x.degrees(x.s.Attr("lon"), func(p *training.RoutePoint, v float64) { p.LonDeg = v }, 180)
	case "Trackpoint":
		x.open()
		if x.point != nil {
			x.point.LatDeg, x.point.LonDeg = math.NaN(), math.NaN()
		}
	}
}

func (x *xmlReader) open() {
	if x.route != nil {
		x.points++
		x.point, x.bad = &training.RoutePoint{}, false
	}
}

// degrees reads one coordinate of a position.
func (x *xmlReader) degrees(text string, set func(*training.RoutePoint, float64), most float64) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if x.point == nil {
		return
	}
	if err != nil || !(math.Abs(v) <= most) {
		x.bad = true
		return
	}
	set(x.point, v)
}

func (x *xmlReader) end() {
	switch x.s.Name {
	case "rte", "trk", "Course":
		x.close()
	case "rtept", "trkpt", "Trackpoint":
		if p := x.point; p != nil && !x.bad && !math.IsNaN(p.LatDeg+p.LonDeg) {
			x.route.Points = append(x.route.Points, *p)
		}
		x.point = nil
	case "LatitudeDegrees":
		x.degrees(x.s.Text, func(p *training.RoutePoint, v float64) { p.LatDeg = v }, 90)
	case "LongitudeDegrees":
		x.degrees(x.s.Text, func(p *training.RoutePoint, v float64) { p.LonDeg = v }, 180)
	case "ele", "AltitudeMeters":
		const highest = 10_000
		if v, err := strconv.ParseFloat(strings.TrimSpace(x.s.Text), 64); err == nil && math.Abs(v) <= highest && x.point != nil {
			x.point.AltitudeM = &v
		}
	default:
		x.word()
	}
}

// word reads the name of a route.
func (x *xmlReader) word() {
	if x.route == nil || x.point != nil {
		return
	}
	parent := x.s.Parent()
	if parent != "rte" && parent != "trk" && parent != "Course" {
		return
	}
	switch x.s.Name {
	case "name", "Name":
		x.route.Name = reading.Text(x.s.Text)
	case "desc", "Notes":
		x.route.Description = reading.Text(x.s.Text)
	case "type":
		if sport, _, ok := training.ParseKind(x.s.Text); ok {
			x.route.Sport = sport
		}
	}
}

func (x *xmlReader) close() {
	if x.route != nil && Measure(x.route) {
		x.done = append(x.done, *x.route)
	}
	x.route, x.point = nil, nil
}
