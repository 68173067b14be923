package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// pulses are the heart rates of hr messages: what a chest strap stored while
// the watch could not hear it, as in water, and delivered afterwards.
type pulses struct {
	all []pulse

	// base is the FIT time, and zero the strap's own clock, of the message
	// that ties the two together.
	tied bool
	base float64
	zero uint32

	lastTick uint32
}

// pulse is one heart rate and its FIT time in seconds.
type pulse struct {
	at  float64
	bpm uint8
}

const strapTicks = 1024 // ticks of the strap's clock a second

func (p *pulses) add(m *proto.Message) {
	bpm := m.FieldByNum(fieldnum.HrFilteredBpm)
	if bpm == nil {
		return
	}
	ticks, rates := p.times(m), bpm.Value.SliceUint8()
	if len(ticks) == 0 {
		return
	}
	if t := FieldTime(m, fieldnum.HrTimestamp); t != 0 {
		p.tied, p.base, p.zero = true, float64(t)+fraction(m), ticks[0]
	}
	if !p.tied {
		return
	}
	for i := range min(len(ticks), len(rates)) {
		// The clock of 32 bits rolls over; the signed difference does not.
		t := p.base + float64(int32(ticks[i]-p.zero))/strapTicks
		if rates[i] == 0 || rates[i] == 0xFF || t < 1 || t > math.MaxUint32-1 {
			continue
		}
		p.all = append(p.all, pulse{t, rates[i]})
	}
}

// fraction is the part of a second that a message's time leaves out.
func fraction(m *proto.Message) float64 {
	if n, ok := Int(m, fieldnum.HrFractionalTimestamp); ok {
		return float64(n) / 32768
	}
	if n, ok := Int(m, fieldnum.HrTime256); ok {
		return float64(n) / 256
	}
	return 0
}

// times are the strap's clock readings of a message: in full, or as their
// lowest 12 bits, two in three bytes, counted on from the last one.
func (p *pulses) times(m *proto.Message) []uint32 {
	if f := m.FieldByNum(fieldnum.HrEventTimestamp); f != nil {
		if ticks := f.Value.SliceUint32(); len(ticks) > 0 {
			p.lastTick = ticks[len(ticks)-1]
			return ticks
		}
	}
	f := m.FieldByNum(fieldnum.HrEventTimestamp12)
	if f == nil {
		return nil
	}
	var ticks []uint32
	for b := f.Value.SliceUint8(); len(b) >= 3; b = b[3:] {
		for _, low := range [2]uint32{uint32(b[0]) | uint32(b[1]&0x0F)<<8, uint32(b[1]>>4) | uint32(b[2])<<4} {
			p.lastTick += (low - p.lastTick) & 0xFFF
			ticks = append(ticks, p.lastTick)
		}
	}
	return ticks
}

// strapHoldS is how many seconds the strap's last heart rate holds where it
// stored none.
const strapHoldS = 5

// merge gives each row what the strap stored since the row before it, as the
// device maker's own program does: the mean, to the whole beat; without any,
// the strap's last heart rate for under five seconds; else the watch's own
// stays. The first row's time begins at start, or a second before the row.
func (p *pulses) merge(r *Rows, start uint32) (warnings []string) {
	if len(p.all) == 0 || len(r.At) == 0 {
		return nil
	}
	slices.SortStableFunc(p.all, func(a, b pulse) int { return cmp.Compare(a.at, b.at) })
	before := float64(r.At[0]) - 1
	if start != 0 && float64(start) < before {
		before = float64(start)
	}
	k, replaced, given := 0, 0, 0
	last := pulse{at: math.Inf(-1)}
	for row, t := range r.At {
		now, sum, n := float64(t), 0, 0
		for ; k < len(p.all) && p.all[k].at <= now; k++ {
			if p.all[k].at > before {
				sum, n = sum+int(p.all[k].bpm), n+1
				last.at = p.all[k].at
			}
		}
		if n > 0 {
			last.bpm = uint8(math.Round(float64(sum) / float64(n)))
		}
		if n > 0 || math.Floor(before)-math.Floor(last.at) < strapHoldS {
			if r.Data[training.HeartRate].Valid.Get(row) {
				replaced++
			}
			r.Put(training.HeartRate, row, int32(last.bpm))
			given++
		}
		before = now
	}
	if replaced > 0 {
		warnings = append(warnings,
			string(i18n.Sentencef(
				"The file holds two heart rates: the strap's own stands in %d of %d rows, the watch's in the others that have one.",
				given, len(r.At))))
	}
	return warnings
}

// join takes over the pulses of a file that holds nothing else.
func (f *file) join(strap *file) {
	f.pulses.all = append(f.pulses.all, strap.pulses.all...)
	f.notes = append(f.notes, strap.notes...)
}

// bufferSize is how much the decoder reads at once, and so how often it is
// asked whether to go on.
const bufferSize = 32 << 10

// Read reads a FIT file or several that are chained.
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: training.FormatFIT, Kind: reading.Unknown}
	parts := Split(data)
	if len(parts) == 0 {
		return out, training.Errorf(training.KindCorrupt, "This is not a FIT file: its header is missing.").
			WithFix("Export the activity again from the device or service.")
	}
	var files []*file
	var strap *file // pulses that came before the file of the watch
	d := new(decoder.Decoder)
	all := 0
	for i := range parts {
		all += parts[i].Records
	}
	for i := range parts {
		p := &parts[i]
		f, err := decodePart(ctx, d, p, all, limits.MaxRecords)
		if err != nil {
			return out, err
		}
		out.Salvaged = out.Salvaged || p.Damaged
		f.notes = p.Notes
		limits.MaxRecords = max(1, f.left)
		switch n := len(files); {
		case f.onlyPulses() && n > 0:
			files[n-1].join(f)
			continue
		case f.onlyPulses() && i+1 < len(parts):
			if strap != nil {
				f.join(strap)
			}
			strap = f
			continue
		case strap != nil:
			f.join(strap)
			strap = nil
		}
		files = append(files, f)
	}
	return collect(out, files)
}

// decodePart runs the library over one file. What it cannot read after all
// ends the part and is noted; what came before is kept.
func decodePart(ctx context.Context, d *decoder.Decoder, p *Sequence, all, maxRecords int) (*file, error) {
	f := newFile(p.Records, all, maxRecords)
	if len(p.Messages) == 0 {
		return f, ctx.Err()
	}
	fields := NewFields()
	err := runDecoder(d, newSource(ctx, p, f, fields), f, fields)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errTooMany):
		return nil, training.Errorf(training.KindTooLarge, "The file holds more than %d records.", maxRecords).
			WithFix("Split the recording and import its parts.")
	default:
		p.Damaged = true
		p.Notes = append(p.Notes, string(i18n.Sentence("The file could not be read to its end; what came before was kept.")))
	}
	return f, nil
}

func runDecoder(d *decoder.Decoder, src *source, f *file, fields *Fields) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoder: %v", r)
		}
	}()
	d.Reset(src,
		decoder.WithIgnoreChecksum(), decoder.WithBroadcastOnly(), decoder.WithNoComponentExpansion(), decoder.WithReadBufferSize(bufferSize),
		decoder.WithFactory(fields), decoder.WithMesgListener(f), decoder.WithMesgDefListener(fields))
	_, err = d.Decode()
	if errors.Is(err, io.EOF) && src.atEnd() {
		return nil
	}
	return err
}

var errTooMany = errors.New("too many records")

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

// Read lets the decoder be stopped: it reads through it every so often.
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

// atEnd says whether the library was given all that there is.
func (s *source) atEnd() bool { return len(s.pending) == 0 && s.at == len(s.data) }

// step goes on to the next message.
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

// alike goes past the records of one layout and size, so many of them that the
// decoder can still be stopped.
func (s *source) alike(l *Layout, size int) {
	const often = 1024
	for n := 0; n < often && s.more && s.f.left >= 0 && s.layout() == l && len(s.next.Bytes) == size; n++ {
		s.f.left--
		s.step()
	}
}

// layout is that of the next message if it is a plain record, nil if not.
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
