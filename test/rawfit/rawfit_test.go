package rawfit_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/test/rawfit"
)

func TestCRC(t *testing.T) {
	t.Parallel()
	// The check value of CRC-16/ARC.
	if got := rawfit.CRC([]byte("123456789")); got != 0xBB3D {
		t.Errorf("CRC = %#04x, want 0xbb3d", got)
	}
}

// TestBytes compares with files put together by hand from the protocol.
func TestBytes(t *testing.T) {
	t.Parallel()
	at := time.Unix(rawfit.Epoch+0x01020304, 0).UTC()
	tests := map[string]struct {
		file *rawfit.File
		data string
	}{
		"little-endian": {
			rawfit.New().FileID(rawfit.Fields{"type": 4, "time_created": at}),
			"44 00 00 0000 02 000100 040486  04 04 04030201",
		},
		"big-endian": {
			rawfit.New(rawfit.BigEndian()).FileID(rawfit.Fields{"type": 4, "time_created": at}),
			"44 00 01 0000 02 000100 040486  04 04 01020304",
		},
		"defined once": {
			rawfit.New().Record(rawfit.Fields{"power": 258}).Record(rawfit.Fields{"power": rawfit.Invalid{}}),
			"40 00 00 1400 01 070284  00 0201  00 ffff",
		},
		"compressed": {
			rawfit.New(rawfit.CompressedTimestamps()).
				Record(rawfit.Fields{"timestamp": at, "heart_rate": 100}).
				Record(rawfit.Fields{"timestamp": at.Add(31 * time.Second), "heart_rate": 101}),
			"40 00 00 1400 02 030102 fd0486 00 64 04030201  41 00 00 1400 01 030102  a3 65",
		},
		"developer": {
			rawfit.New().Describe(rawfit.DevField{Num: 3, Base: rawfit.Uint16, Name: "P", Units: "W"}).
				Record(rawfit.Fields{"heart_rate": 100}, rawfit.DevValue{Name: "P", Value: 300}),
			"44 00 00 ce00 05 000102 010102 020102 030207 080207  04 00 03 84 5000 5700" +
				"60 00 00 1400 01 030102 01 030200  00 64 2c01",
		},
		"scales and signs": {
			rawfit.New().Record(rawfit.Fields{"altitude": -12.4, "temperature": -7}),
			"40 00 00 1400 02 020284 0d0101  00 860 9 f9",
		},
		"raw": {
			rawfit.New().Raw(0xFF00, rawfit.RawField{Num: 9, Base: rawfit.Uint8, Data: []byte{1, 2}}),
			"44 00 00 00ff 01 090202  04 01 02",
		},
	}
	for name, tc := range tests {
		want, err := hex.DecodeString(strings.ReplaceAll(tc.data, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		got := tc.file.Bytes()
		if diff := cmp.Diff(want, got[14:len(got)-2]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	build := func(o ...rawfit.Option) []byte { return rawfit.New(o...).Append(1, 2, 3).Bytes() }
	tests := map[string]struct {
		data   []byte
		header int
	}{
		"14 bytes":        {build(), 14},
		"12 bytes":        {build(rawfit.Header12()), 12},
		"no header check": {build(rawfit.HeaderCRCZero()), 14},
		"wrong check":     {build(rawfit.WrongCRC()), 14},
	}
	for name, tc := range tests {
		b := tc.data
		if int(b[0]) != tc.header || string(b[8:12]) != ".FIT" || binary.LittleEndian.Uint32(b[4:]) != 3 || len(b) != tc.header+5 {
			t.Errorf("%s: header % x", name, b)
		}
		sum := binary.LittleEndian.Uint16(b[len(b)-2:]) == rawfit.CRC(b[:len(b)-2])
		if sum == (name == "wrong check") {
			t.Errorf("%s: the file's checksum holds: %v", name, sum)
		}
		if head := binary.LittleEndian.Uint16(b[12:]); tc.header == 14 && (head == rawfit.CRC(b[:12])) == (name == "no header check") {
			t.Errorf("%s: header checksum %#04x", name, head)
		}
	}
}

func TestMistakesPanic(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"message": func() { rawfit.New().Message("nonsense", nil) },
		"field":   func() { rawfit.New().Record(rawfit.Fields{"watts": 1}) },
		"range":   func() { rawfit.New().Record(rawfit.Fields{"heart_rate": 300}) },
		"type":    func() { rawfit.New().Record(rawfit.Fields{"power": true}) },
		"dev":     func() { rawfit.New().Record(nil, rawfit.DevValue{Name: "P", Value: 1}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// files cuts a chain of files and checks each header and checksum.
func files(t *testing.T, b []byte, damaged bool) [][]byte {
	t.Helper()
	var out [][]byte
	for len(b) > 0 {
		header, size := int(b[0]), int(binary.LittleEndian.Uint32(b[4:]))
		end := min(header+size, len(b))
		out = append(out, b[header:end])
		if end+2 > len(b) {
			return out
		}
		if sum := binary.LittleEndian.Uint16(b[end:]); !damaged && sum != rawfit.CRC(b[:end]) {
			t.Errorf("checksum %#04x is wrong", sum)
		}
		b = b[end+2:]
	}
	return out
}

// TestScenariosHoldTheirTruth reads each file with the walker of this test.
func TestScenariosHoldTheirTruth(t *testing.T) {
	t.Parallel()
	fields := map[string]byte{"power": 7, "hr": 3}
	for _, sc := range rawfit.Scenarios() {
		var want, got counts
		for _, s := range sc.Truth.Sessions {
			want.add(s)
		}
		for _, part := range files(t, sc.Bytes, sc.Truth.Damaged) {
			messages, err := walk(part)
			if err != nil && !sc.Truth.Damaged {
				t.Errorf("%s: %v", sc.Name, err)
			}
			for _, m := range messages {
				got.see(m, fields)
			}
		}
		if sc.Truth.Kind != "activity" {
			want = counts{Records: got.Records, Laps: got.Laps} // a course has records of its own
		}
		if sc.Name == "truncated" {
			want.Sessions = 0
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-truth +file):\n%s", sc.Name, diff)
		}
	}
}

type counts struct {
	Sessions, Records, Laps, Lengths, Beats int
	Power, HR, Strokes                      int64
}

func (c *counts) add(s rawfit.Session) {
	c.Sessions++
	c.Records += s.Records
	c.Laps += len(s.Laps)
	c.Lengths += s.Lengths
	c.Beats += len(s.RR)
	c.Power += s.Channels["power"].Sum
	c.HR += s.Channels["hr"].Sum
	c.Strokes += int64(s.Strokes)
}

func (c *counts) see(m decoded, number map[string]byte) {
	switch m.global {
	case 18:
		c.Sessions++
	case 19:
		c.Laps++
	case 101:
		c.Lengths++
		if b := m.fields[5]; b != nil {
			c.Strokes += int64(m.order.Uint16(b))
		}
	case 78:
		for b := m.fields[0]; len(b) > 0; b = b[2:] {
			if m.order.Uint16(b) != 0xFFFF {
				c.Beats++
			}
		}
	case 20:
		c.Records++
		if b := m.fields[number["power"]]; b != nil && m.order.Uint16(b) != 0xFFFF {
			c.Power += int64(m.order.Uint16(b))
		}
		if b := m.fields[number["hr"]]; b != nil && b[0] != 0xFF {
			c.HR += int64(b[0])
		}
	}
}

func TestCompressedTimesAreWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(0, 40), 1, 50).Draw(t, "steps")
		f := rawfit.New(rawfit.CompressedTimestamps())
		at := rawfit.Start()
		var want, got []uint32
		for _, s := range steps {
			at = at.Add(time.Duration(s) * time.Second)
			want = append(want, rawfit.Stamp(at))
			f.Record(rawfit.Fields{"timestamp": at, "power": 1})
		}
		b := f.Bytes()
		messages, err := walk(b[14 : len(b)-2])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			got = append(got, m.time)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("times (-want +got):\n%s", diff)
		}
	})
}

func TestOrderCanSwitchInAFile(t *testing.T) {
	t.Parallel()
	f := rawfit.New().Record(rawfit.Fields{"power": 300}).SwitchOrder().
		Record(rawfit.Fields{"power": 300}).SwitchOrder().Record(rawfit.Fields{"power": 300})
	b := f.Bytes()
	messages, err := walk(b[14 : len(b)-2])
	if err != nil || len(messages) != 3 {
		t.Fatalf("%d messages, %v", len(messages), err)
	}
	for i, m := range messages {
		if got := m.order.Uint16(m.fields[7]); got != 300 {
			t.Errorf("message %d has %d W", i, got)
		}
	}
	if got := len(rawfit.Cut(b, 5)) + len(rawfit.Cut(b, 1<<20)); got != 5+len(b) {
		t.Errorf("cuts hold %d bytes", got)
	}
}

// decoded is one data message as the walker below saw it.
type decoded struct {
	global uint16
	time   uint32 // from field 253 or the header byte, 0 if neither
	fields map[byte][]byte
	dev    map[byte][]byte
	order  binary.ByteOrder
}

type definition struct {
	global      uint16
	order       binary.ByteOrder
	fields, dev [][2]byte // number, size
}

// walk reads the data part of one file the way the protocol tells, sharing
// nothing with the builder.
func walk(data []byte) (messages []decoded, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("ran out of bytes: %v", r)
		}
	}()
	var defs [16]*definition
	last := uint32(0)
	for len(data) > 0 {
		head := data[0]
		data = data[1:]
		if head&0xC0 == 0x40 {
			defs[head&15], data = define(data, head&0x20 != 0)
			continue
		}
		local, compressed := head&15, head&0x80 != 0
		if compressed {
			local = head >> 5 & 3
		}
		d := defs[local]
		if d == nil {
			return messages, fmt.Errorf("message %d is not defined", local)
		}
		m := decoded{global: d.global, order: d.order, fields: map[byte][]byte{}, dev: map[byte][]byte{}}
		for _, f := range d.fields {
			m.fields[f[0]], data = data[:f[1]], data[f[1]:]
		}
		for _, f := range d.dev {
			m.dev[f[0]], data = data[:f[1]], data[f[1]:]
		}
		switch {
		case compressed:
			last += (uint32(head&31) - last) & 31
			m.time = last
		case len(m.fields[253]) == 4:
			last = d.order.Uint32(m.fields[253])
			m.time = last
		}
		messages = append(messages, m)
	}
	return messages, nil
}

func define(data []byte, developer bool) (*definition, []byte) {
	d := &definition{order: binary.LittleEndian}
	if data[1] == 1 {
		d.order = binary.BigEndian
	}
	d.global = d.order.Uint16(data[2:])
	n := int(data[4])
	data = data[5:]
	for range n {
		d.fields, data = append(d.fields, [2]byte{data[0], data[1]}), data[3:]
	}
	if developer {
		n = int(data[0])
		data = data[1:]
		for range n {
			d.dev, data = append(d.dev, [2]byte{data[0], data[1]}), data[3:]
		}
	}
	return d, data
}
