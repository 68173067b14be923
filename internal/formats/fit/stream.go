package fit

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	fitprofile "github.com/muktihari/fit/profile"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"
)

// stream is a file as far as it was written. Messages go straight into it: an
// hour has thousands, and nothing of them is needed twice.
type stream struct {
	data       []byte
	definition []byte // of the message that is being written
	definitions
	err error // the first
}

// headerSize is that of the header with a checksum of its own.
const headerSize = 14

func newStream(room int) stream {
	return stream{data: make([]byte, headerSize, headerSize+room)}
}

var (
	errNoFields = errors.New("a message without a field")
	errText     = errors.New("a text that is not UTF-8")
	errLong     = errors.New("a value of more than 255 bytes")
)

// add writes a message, after its definition if that is not known.
func (s *stream) add(m *message) {
	if err := check(m); err != nil {
		if s.err == nil {
			s.err = fmt.Errorf("message %s: %w", m.Num, err)
		}
		return
	}
	s.define(m)
	local, isNew := s.number(s.definition)
	if isNew {
		at := len(s.data)
		s.data = append(s.data, s.definition...)
		s.data[at] |= local
	}
	m.Header = local
	data, err := m.MarshalAppend(s.data, proto.LittleEndian)
	if err != nil {
		s.err = errors.Join(s.err, err)
		return
	}
	s.data = data
}

// check refuses what the format cannot hold. Records hold numbers alone.
func check(m *message) error {
	if len(m.Fields) == 0 {
		return errNoFields
	}
	if m.Num == mesgnum.Record {
		return nil
	}
	for i := range m.Fields {
		v := m.Fields[i].Value
		if v.Type() == proto.TypeString && !utf8.ValidString(v.String()) {
			return errText
		}
		if v.Type() == proto.TypeSliceString && slices.ContainsFunc(v.SliceString(), func(s string) bool { return !utf8.ValidString(s) }) {
			return errText
		}
		if v.Size() > 255 {
			return errLong
		}
	}
	return nil
}

// define writes the definition of a message: little endian, then the number,
// size and type of each field.
func (s *stream) define(m *message) {
	b := append(s.definition[:0], proto.MesgDefinitionMask, 0, proto.LittleEndian)
	b = binary.LittleEndian.AppendUint16(b, uint16(m.Num))
	b = append(b, byte(len(m.Fields)))
	for i := range m.Fields {
		f := &m.Fields[i]
		b = append(b, f.Num, byte(f.Value.Size()), byte(f.BaseType))
	}
	if len(m.DeveloperFields) > 0 {
		b[0] |= proto.DevDataMask
		b = append(b, byte(len(m.DeveloperFields)))
		for i := range m.DeveloperFields {
			d := &m.DeveloperFields[i]
			b = append(b, d.Num, byte(d.Value.Size()), d.DeveloperDataIndex)
		}
	}
	s.definition = b
}

// file is the whole file, with header and checksum.
func (s *stream) file() ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	b := append(s.data[:0], headerSize, byte(proto.V2))
	b = binary.LittleEndian.AppendUint16(b, fitprofile.Version)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s.data)-headerSize)) //nolint:gosec // far below 4 GB
	b = append(b, proto.DataTypeFIT...)
	binary.LittleEndian.AppendUint16(b, CRC(b))
	return binary.LittleEndian.AppendUint16(s.data, CRC(s.data[headerSize:])), nil
}

// definitions are the last sixteen that were used, as many as a reader keeps,
// by their number in the file.
type definitions struct {
	of     [16][]byte
	recent []byte // the numbers, the one used last at the end
}

// number is the number of a definition, which takes the place of the one that
// was not used for longest if it is new.
func (d *definitions) number(definition []byte) (local byte, isNew bool) {
	for i, n := range slices.Backward(d.recent) {
		if bytes.Equal(d.of[n], definition) {
			if i < len(d.recent)-1 {
				d.recent = append(slices.Delete(d.recent, i, i+1), n)
			}
			return n, false
		}
	}
	if n := len(d.recent); n < len(d.of) {
		local = byte(n)
	} else {
		local = d.recent[0]
		d.recent = slices.Delete(d.recent, 0, 1)
	}
	d.recent = append(d.recent, local)
	d.of[local] = append(d.of[local][:0], definition...)
	return local, true
}

// latest reports whether a definition is the one that was used last.
func (d *definitions) latest(local byte) bool {
	return len(d.recent) > 0 && d.recent[len(d.recent)-1] == local
}
