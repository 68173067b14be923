package fit

import (
	"context"
	"io"
	"math"

	"github.com/muktihari/fit/profile/untyped/mesgnum"
)

// source presents the file to the library without the plain records, which it reads into the
// rows itself. It provides messages only up to the next plain record. When the library asks
// for more, it has already passed on the earlier ones, so everything arrives in the order of
// the file.
type source struct {
	ctx    context.Context
	f      *file
	fields *Fields
	// whole leaves all records to the library. This is necessary if a message gives its
	// time relative to the previous one, which the library must then have read as well.
	whole bool

	data     []byte // all messages
	at       int    // position of next in data
	messages *Cursor
	next     Message
	more     bool   // next is set
	pending  []byte // bytes that the library reads next

	layouts [16]*Layout
	known   [16]bool // layouts is valid for the library's current fields
	// The same for the developer fields of records that the library reads.
	developer      [16]*DeveloperLayout
	knownDeveloper [16]bool
}

// endless is the length of messages in the header for the library: with it, the
// library reads until there is nothing left.
const endless = math.MaxUint32

func newSource(ctx context.Context, p *Sequence, f *file, fields *Fields) *source {
	s := &source{ctx: ctx, f: f, fields: fields, whole: p.Compressed, data: p.Messages, messages: p.Cursor(), pending: Header(endless)}
	s.more = s.messages.Next(&s.next)
	return s
}

// Read returns the next bytes for the decoder. It stops the decoder if the
// context is cancelled or there are too many messages.
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

// atEnd reports whether the library has received everything.
func (s *source) atEnd() bool { return len(s.pending) == 0 && s.at == len(s.data) }

// step moves to the next message.
func (s *source) step() {
	s.at += len(s.next.Bytes)
	s.more = s.messages.Next(&s.next)
}

// records reads plain records as long as they follow each other.
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

// alike skips records of one layout and size, at most 1024 in a row, so that the
// decoder can still be stopped.
func (s *source) alike(l *Layout, size int) {
	const often = 1024
	for n := 0; n < often && s.more && s.f.left >= 0 && s.layout() == l && len(s.next.Bytes) == size; n++ {
		s.f.left--
		s.step()
	}
}

// layout returns the layout of the next message if it is a plain record, or nil.
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

// await queues the developer fields of a record that the library will read.
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

// gather sets pending to the messages up to the next plain record, or up to one
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
	if !s.more && s.at < len(s.data) { // the library reports the remaining damage
		s.at = len(s.data)
	}
	s.pending = s.data[from:s.at]
}
