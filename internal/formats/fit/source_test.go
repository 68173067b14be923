package fit

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/muktihari/fit/decoder"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
)

// told prints one part of a file, plain records read in passing or all of it by the library.
func told(ctx context.Context, p *Sequence, whole bool, most int) (string, error) {
	f, fields := newFile(p.Records, p.Records, most), NewFields()
	src := newSource(ctx, p, f, fields)
	src.whole = src.whole || whole
	err := runDecoder(new(decoder.Decoder), src, f, fields)
	offset := ""
	if f.offsetS != nil {
		offset = fmt.Sprint(*f.offsetS)
	}
	f.offsetS = nil
	return fmt.Sprintf("%s %+v", offset, *f), err
}

func compare(t interface {
	Errorf(string, ...any)
	Helper()
}, data []byte,
) (plain int) {
	t.Helper()
	for i, p := range Split(data) {
		if len(p.Messages) == 0 {
			continue
		}
		got, gotErr := told(context.Background(), &p, false, 1e6)
		want, wantErr := told(context.Background(), &p, true, 1e6)
		if (gotErr == nil) != (wantErr == nil) {
			t.Errorf("part %d: %v, the library alone %v", i, gotErr, wantErr)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("part %d (-library alone +with records in passing):\n%s", i, d)
		}
		plain += passed(&p)
	}
	return plain
}

// passed counts the records that the library does not see.
func passed(p *Sequence) int {
	f, fields := newFile(p.Records, p.Records, 1e6), NewFields()
	src := newSource(context.Background(), p, f, fields)
	before := len(p.Messages)
	seen := 0
	_ = runDecoder(new(decoder.Decoder), src, f, fields)
	for c, m := p.Cursor(), (Message{}); c.Next(&m); {
		if m.Number != 20 || m.IsDefinition() || src.layouts[m.Local] == nil {
			seen += len(m.Bytes)
		}
	}
	return before - seen
}

func TestPlainRecordsAreReadAsTheLibraryDoes(t *testing.T) {
	t.Parallel()
	for _, sc := range rawfit.Scenarios() {
		t.Run(sc.Name, func(t *testing.T) {
			t.Parallel()
			compare(t, sc.Bytes)
		})
	}
	for _, sc := range []rawfit.Scenario{rawfit.SteadyRide(), rawfit.SteadyRideBigEndian(), rawfit.RunWithDeveloperPower()} {
		if n := compare(t, sc.Bytes); n < len(sc.Bytes)/2 {
			t.Errorf("%s: only %d of %d bytes were plain records", sc.Name, n, len(sc.Bytes))
		}
	}
	if n := compare(t, rawfit.SteadyRideCompressed().Bytes); n != 0 {
		t.Errorf("%d bytes of a file with times by the one before went past the library", n)
	}
}

// drawn writes a file of records, beats and field descriptions with fields of
// any number, width and type.
type drawn struct {
	*rapid.T
	body []byte
	defs map[byte]int // size of what each local type defines
	time []byte       // of the last record, if it has one
}

func (d *drawn) define() {
	local := byte(rapid.IntRange(0, 3).Draw(d.T, "local"))
	message := rapid.SampledFrom([]uint16{20, 20, 20, 78, 21, 206}).Draw(d.T, "message")
	endian := byte(rapid.IntRange(0, 1).Draw(d.T, "endian"))
	n := rapid.IntRange(0, 6).Draw(d.T, "fields")
	developer := message == 20 && rapid.Bool().Draw(d.T, "developer")
	header := 0x40 | local
	if developer {
		header |= 0x20
	}
	b := []byte{header, 0, endian}
	if endian == 1 {
		b = binary.BigEndian.AppendUint16(b, message)
	} else {
		b = binary.LittleEndian.AppendUint16(b, message)
	}
	fields := []byte{253, 4, 0x86}
	for range n {
		fields = append(fields, d.field()...)
	}
	if rapid.IntRange(0, 9).Draw(d.T, "timeless") == 0 {
		fields = fields[3:]
	}
	if message == 206 {
		fields = []byte{0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 2, 7, 6, 1, 2, 7, 1, 2}
	}
	size := 0
	for i := 1; i < len(fields); i += 3 {
		size += int(fields[i])
	}
	b = append(append(b, byte(len(fields)/3)), fields...)
	if developer {
		own := []byte{}
		for range rapid.IntRange(0, 3).Draw(d.T, "own") {
			width := rapid.SampledFrom([]byte{1, 2, 4, 4, 0, 3, 8}).Draw(d.T, "width")
			own = append(own, byte(rapid.IntRange(0, 2).Draw(d.T, "num")), width, byte(rapid.IntRange(0, 1).Draw(d.T, "index")))
			size += int(width)
		}
		b = append(append(b, byte(len(own)/3)), own...)
	}
	d.body, d.defs[local] = append(d.body, b...), size
}

func (d *drawn) field() []byte {
	num := rapid.SampledFrom([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 30, 39, 52, 53, 73, 78, 85, 99, 108, 139, 253, 254}).Draw(d.T, "num")
	type typed struct{ base, width byte }
	of := rapid.SampledFrom([]typed{
		{0, 1},
		{1, 1},
		{2, 1},
		{0x0A, 1},
		{0x0D, 3},
		{7, 4},
		{0x83, 2},
		{0x84, 2},
		{0x8B, 2},
		{0x85, 4},
		{0x86, 4},
		{0x8C, 4},
		{0x88, 4},
		{0x89, 8},
		{0x8E, 8},
		{0x8F, 8},
		{0x90, 8},
	}).Draw(d.T, "base")
	width := of.width
	switch rapid.IntRange(0, 12).Draw(d.T, "odd width") {
	case 0:
		width = 0
	case 1:
		width = 1
	case 2:
		width *= 2
	}
	return []byte{num, width, of.base}
}

func (d *drawn) data() {
	var locals []byte
	for l := range d.defs {
		locals = append(locals, l)
	}
	slices.Sort(locals)
	local := rapid.SampledFrom(locals).Draw(d.T, "of")
	some := rapid.SampledFrom([]byte{0, 1, 2, 7, 0x7F, 0x80, 0xFF, 200, 0x84})
	d.body = append(d.body, local)
	own := len(d.body)
	for range d.defs[local] {
		d.body = append(d.body, some.Draw(d.T, "byte"))
	}
	if rapid.IntRange(0, 2).Draw(d.T, "same second") == 0 {
		copy(d.body[own:], d.time)
	}
	d.time = slices.Clone(d.body[own:min(own+4, len(d.body))])
}

func (d *drawn) bytes() []byte {
	h := Header(uint32(len(d.body)))
	all := append(h, d.body...)
	return binary.LittleEndian.AppendUint16(all, CRC(all))
}

func TestAnyRecordsAreReadAsTheLibraryDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := &drawn{T: t, defs: map[byte]int{}}
		d.define()
		for range rapid.IntRange(1, 40).Draw(t, "messages") {
			if rapid.IntRange(0, 5).Draw(t, "what") == 0 {
				d.define()
			} else {
				d.data()
			}
		}
		compare(t, d.bytes())
	})
}

func TestReadingInPassingStops(t *testing.T) {
	t.Parallel()
	p := Split(rawfit.SteadyRide().Bytes)[0]
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := told(gone, &p, false, 1e6); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := told(context.Background(), &p, false, p.Records-1); !errors.Is(err, errTooMany) {
		t.Errorf("one record too many: %v", err)
	}
	if _, err := told(context.Background(), &p, false, p.Records); err != nil {
		t.Errorf("as many records as may be: %v", err)
	}
}

// BenchmarkRecords reads the messages of an hour's file into rows: plain records
// where they lie, or all of them by the library.
func BenchmarkRecords(b *testing.B) {
	var data bytes.Buffer
	if err := Write(&data, []*training.Recording{recordingtest.Hour()}); err != nil {
		b.Fatal(err)
	}
	for name, whole := range map[string]bool{"own": false, "library": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(data.Len()))
			b.ReportAllocs()
			d := new(decoder.Decoder)
			for b.Loop() {
				p := Split(data.Bytes())[0]
				f, fields := newFile(p.Records, p.Records, 1e6), NewFields()
				src := newSource(b.Context(), &p, f, fields)
				src.whole = src.whole || whole
				if err := runDecoder(d, src, f, fields); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDeveloperValuesAreBounded: a long recording has few developer columns,
// in all of its parts together, and an hour as many as any has.
func TestDeveloperValuesAreBounded(t *testing.T) {
	t.Parallel()
	for all, want := range map[int]int{0: 64, 3600: 64, 1 << 20: 8} {
		r, held := NewRows(1, all), 0
		for i := range 100 {
			d := description{DeveloperColumn: DeveloperColumn{Name: fmt.Sprint(i)}}
			if _, ok := r.developerColumn(&d); ok {
				held++
			}
		}
		if held != want {
			t.Errorf("of %d records: %d columns, want %d", all, held, want)
		}
	}
}
