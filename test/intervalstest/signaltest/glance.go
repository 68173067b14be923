// Package signaltest emulates how Intervals.icu reads samples: the streams of a
// recording, intervals of them, and a quick look into an uploaded file. It
// knows nothing about the service's operations.
package signaltest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"time"
)

// Glimpse holds the values that the emulator reads from an uploaded recording.
type Glimpse struct {
	Start   time.Time
	Seconds int
	Sport   string
	Streams Streams
}

var errUnreadable = errors.New("neither FIT, TCX nor GPX")

// fitEpoch is the FIT epoch in Unix seconds.
const fitEpoch = 631065600

// Glance reads a recording as far as the emulator needs it: enough to list it
// and to return its main channels. It is not a reliable reader.
func Glance(data []byte) (Glimpse, error) {
	if len(data) > 14 && string(data[8:12]) == ".FIT" {
		return glanceFIT(data)
	}
	if bytes.Contains(data[:min(len(data), 2000)], []byte("<gpx")) ||
		bytes.Contains(data[:min(len(data), 2000)], []byte("<TrainingCenterDatabase")) {
		return glanceXML(string(data))
	}
	return Glimpse{}, errUnreadable
}

var xmlTime = regexp.MustCompile(`<(?:\w+:)?[tT]ime>([^<]+)</`)

func glanceXML(data string) (Glimpse, error) {
	g := Glimpse{Sport: "Ride", Streams: Streams{}}
	if strings.Contains(data, "unning") {
		g.Sport = "Run"
	}
	var clock []any
	for _, m := range xmlTime.FindAllStringSubmatch(data, -1) {
		t, err := time.Parse(time.RFC3339, strings.TrimSpace(m[1]))
		if err != nil {
			continue
		}
		if g.Start.IsZero() {
			g.Start = t
		}
		g.Seconds = int(t.Sub(g.Start).Seconds())
		clock = append(clock, float64(g.Seconds))
	}
	if g.Start.IsZero() {
		return g, errUnreadable
	}
	g.Streams["time"] = Channel{Data: clock}
	return g, nil
}

type fitField struct{ number, size int }

type fitLayout struct {
	message int
	order   binary.ByteOrder
	fields  []fitField
	extra   int // bytes of developer fields
}

// fitStreams are the channels of a FIT record by field number, with scale and
// offset.
var fitStreams = map[int]struct {
	name          string
	scale, offset float64
}{
	2: {"altitude", 5, 500}, 3: {"heartrate", 1, 0}, 4: {"cadence", 1, 0}, 5: {"distance", 100, 0},
	6: {"velocity_smooth", 1000, 0}, 7: {"watts", 1, 0},
}

func glanceFIT(data []byte) (Glimpse, error) {
	g := Glimpse{Sport: "Other", Streams: Streams{}}
	layouts := map[byte]fitLayout{}
	end := min(int(data[0])+int(binary.LittleEndian.Uint32(data[4:8])), len(data))
	for at := int(data[0]); at < end; {
		head := data[at]
		at++
		if head&0x80 != 0 { // compressed times are not supported
			return g, errUnreadable
		}
		if head&0x40 != 0 {
			l, n, ok := layoutAt(data[at:end], head&0x20 != 0)
			if !ok {
				return g, errUnreadable
			}
			layouts[head&0x0f] = l
			at += n
			continue
		}
		l, ok := layouts[head&0x0f]
		n := l.size()
		if !ok || at+n > end {
			return g, errUnreadable
		}
		g.message(l, data[at:at+n])
		at += n
	}
	if g.Start.IsZero() {
		return g, errUnreadable
	}
	return g, nil
}

// layoutAt reads a definition and returns its length.
func layoutAt(data []byte, developer bool) (l fitLayout, n int, ok bool) {
	if len(data) < 5 {
		return l, 0, false
	}
	l.order = binary.LittleEndian
	if data[1] == 1 {
		l.order = binary.BigEndian
	}
	l.message = int(l.order.Uint16(data[2:]))
	n = 5 + 3*int(data[4])
	if len(data) < n+1 {
		return l, 0, false
	}
	for i := 5; i < n; i += 3 {
		l.fields = append(l.fields, fitField{int(data[i]), int(data[i+1])})
	}
	if developer {
		count := int(data[n])
		if len(data) < n+1+3*count {
			return l, 0, false
		}
		for i := range count {
			l.extra += int(data[n+2+3*i])
		}
		n += 1 + 3*count
	}
	return l, n, true
}

func (l fitLayout) size() int {
	n := l.extra
	for _, f := range l.fields {
		n += f.size
	}
	return n
}

// number returns a field's unsigned value, or false for the format's invalid
// value.
func (l fitLayout) number(b []byte) (uint32, bool) {
	switch len(b) {
	case 1:
		return uint32(b[0]), b[0] != 0xff
	case 2:
		v := l.order.Uint16(b)
		return uint32(v), v != 0xffff
	case 4:
		v := l.order.Uint32(b)
		return v, v != 0xffffffff
	}
	return 0, false
}

func (g *Glimpse) message(l fitLayout, b []byte) {
	const record, session = 20, 18
	row := map[string]any{}
	for _, f := range l.fields {
		v, ok := l.number(b[:f.size])
		b = b[f.size:]
		switch {
		case !ok:
		case l.message == session && f.number == 5:
			g.Sport = map[uint32]string{1: "Run", 2: "Ride", 5: "Swim", 11: "Walk"}[v]
		case l.message == record && f.number == 253:
			t := time.Unix(int64(v)+fitEpoch, 0)
			if g.Start.IsZero() {
				g.Start = t
			}
			g.Seconds = int(t.Sub(g.Start).Seconds())
			row["time"] = float64(g.Seconds)
		case l.message == record:
			if s, known := fitStreams[f.number]; known {
				row[s.name] = float64(v)/s.scale - s.offset
			}
		}
	}
	if l.message != record || row["time"] == nil {
		return
	}
	n := len(g.Streams["time"].Data)
	for name, v := range row {
		ch := g.Streams[name]
		for len(ch.Data) < n {
			ch.Data = append(ch.Data, nil)
		}
		g.Streams[name] = Channel{Data: append(ch.Data, v)}
	}
	for name, ch := range g.Streams {
		for len(ch.Data) < n+1 {
			ch.Data = append(ch.Data, nil)
		}
		g.Streams[name] = ch
	}
}

// Effort is the best stretch of a stream, as a range of indexes, the end
// excluded.
type Effort struct {
	Start, End        int
	Average, Distance float64
	Seconds           int
}

// Bin is the time spent between two values.
type Bin struct {
	Min, Max float64
	Secs     int
}
