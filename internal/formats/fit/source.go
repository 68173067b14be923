package fit

import (
	"context"
	"io"
	"math"

	"github.com/muktihari/fit/profile/untyped/mesgnum"
)

// source is the file as the library reads it: all but the plain records, which
// go into the rows in passing. It gives messages up to the next plain record
// and no more, so that by the time when it is asked for the next ones the
// library has handed on these: everything comes in the order of the file.
type source struct {
	ctx    context.Context
	f      *file
	fields *Fields
	// whole leaves all records to the library. It must when a message gives
	// its time by the one before, which then has to be the library's too.
	whole bool

	data     []byte // all messages
	at       int    // where next is in data
	messages *Cursor
	next     Message
	more     bool   // there is a next
	pending  []byte // what the library is to read

	layouts [16]*Layout
	known   [16]bool // whether layouts holds what the library's fields say now
	// The same of the developer fields of records that the library reads.
	developer      [16]*DeveloperLayout
	knownDeveloper [16]bool
}

// endless is the length of messages in the header that the library sees: it
// reads until there is nothing more.
const endless = math.MaxUint32

func newSource(ctx context.Context, p *Sequence, f *file, fields *Fields) *source {
	s := &source{ctx: ctx, f: f, fields: fields, whole: p.Compressed, data: p.Messages, messages: p.Cursor(), pending: Header(endless)}
	s.more = s.messages.Next(&s.next)
	return s
}

// Read reads the next bytes for the decoder, and stops it where the context is
// cancelled or there is too much.
func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if s.f.left < 0 {
		return 0, errTooMany
	}
	if len(s.pending) == 0 {
		if err := s.records(); err != nil {
			return 0, err
		}
		s.gather()
	}
	if len(s.pending) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.pending)
	s.pending = s.pending[n:]
	return n, nil
}

// atEnd reports whether the library has got everything.
func (s *source) atEnd() bool { return len(s.pending) == 0 && s.at == len(s.data) }

// step moves to the next message.
func (s *source) step() {
	s.at += len(s.next.Bytes)
	s.more = s.messages.Next(&s.next)
}

// records reads plain records as long as they follow one another.
func (s *source) records() error {
	for s.more {
		l := s.layout()
		if l == nil {
			return nil
		}
		from, size := s.at, len(s.next.Bytes)
		s.alike(l, size)
		s.f.rows.OnBytes(l, s.data[from:s.at], size)
		switch {
		case s.f.left < 0:
			return errTooMany
		case s.ctx.Err() != nil:
			return s.ctx.Err()
		}
	}
	return nil
}

// alike skips the records of one layout and size, at most 1024 in a row so that
// the decoder can still be stopped.
func (s *source) alike(l *Layout, size int) {
	const often = 1024
	for n := 0; n < often && s.more && s.f.left >= 0 && s.layout() == l && len(s.next.Bytes) == size; n++ {
		s.f.left--
		s.step()
	}
}

// layout returns the layout of the next message if it is a plain record, else
// nil.
func (s *source) layout() *Layout {
	m := &s.next
	if s.whole || m.Number != uint16(mesgnum.Record) || m.IsDefinition() {
		return nil
	}
	if !s.known[m.Local] {
		s.layouts[m.Local], s.known[m.Local] = s.fields.Layout(m.Definition, &s.f.rows), true
	}
	return s.layouts[m.Local]
}

// await keeps the developer fields of a record that the library is to read.
func (s *source) await() {
	m := &s.next
	if m.Number != uint16(mesgnum.Record) || m.IsDefinition() {
		return
	}
	if !s.knownDeveloper[m.Local] {
		s.developer[m.Local], s.knownDeveloper[m.Local] = DeveloperLayoutOf(m.Definition, &s.f.rows), true
	}
	s.f.rows.Await(s.developer[m.Local], m.Bytes)
}

// gather makes pending the messages up to the next plain record, or up to one
// that changes how records are read.
func (s *source) gather() {
	from := s.at
	for s.more {
		changes := s.next.Number == uint16(mesgnum.FieldDescription) || s.next.Number == uint16(mesgnum.Record) && s.next.IsDefinition()
		s.await()
		s.step()
		if changes {
			s.known, s.knownDeveloper = [16]bool{}, [16]bool{}
			break
		}
		if s.more && s.layout() != nil {
			break
		}
	}
	if !s.more && s.at < len(s.data) { // the library is to say what it makes of that
		s.at = len(s.data)
	}
	s.pending = s.data[from:s.at]
}
