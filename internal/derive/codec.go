package derive

import (
	"encoding/binary"
	"math"
	"slices"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// format is the first byte of every encoding.
const format = 1

// maxItems limits the counts that are read from stored data.
const maxItems = 1 << 20

type writer struct{ b []byte }

func newWriter(room int) *writer { return &writer{b: append(make([]byte, 0, room+1), format)} }

func (w *writer) uint(v uint64)   { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) int(v int64)     { w.b = binary.AppendVarint(w.b, v) }
func (w *writer) float(v float64) { w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v)) }

func (w *writer) text(s string) {
	w.uint(uint64(len(s)))
	w.b = append(w.b, s...)
}

// reader reads the output of writer. After the first error, every read returns a zero value.
type reader struct {
	b   []byte
	bad bool
}

func newReader(b []byte) *reader {
	if len(b) == 0 || b[0] != format {
		return &reader{bad: true}
	}
	return &reader{b: b[1:]}
}

func (r *reader) fail() { r.b, r.bad = nil, true }

// done reports whether all bytes were read without an error.
func (r *reader) done() bool { return !r.bad && len(r.b) == 0 }

func (r *reader) uint() uint64 {
	const more = 0x80
	if len(r.b) > 0 && r.b[0] < more { // most numbers are a single byte
		v := r.b[0]
		r.b = r.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int() int64 {
	if len(r.b) > 0 && r.b[0] < 0x80 { // most differences are one byte
		x := int64(r.b[0])
		r.b = r.b[1:]
		return x>>1 ^ -(x & 1)
	}
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// float reads a number, which must be finite.
func (r *reader) float() float64 {
	if len(r.b) < 8 {
		r.fail()
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.fail()
		return 0
	}
	return v
}

func (r *reader) text() string {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.fail()
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

// count reads the number of items that follow, each of at least size bytes.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > maxItems || n*uint64(size) > uint64(len(r.b)) {
		r.fail()
		return 0
	}
	return int(n)
}

// int32 reads a number that must fit into an int32.
func (r *reader) int32() int32 {
	v := r.int()
	if v != int64(int32(v)) {
		r.fail()
		return 0
	}
	return int32(v)
}

// finite reports whether v can be stored; other values are treated as missing.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// namesOf returns the names in all sets, sorted. They are stored as a table, so that each
// name is written only once for a list of laps, and equal sets have equal bytes.
func namesOf(sets ...training.Values) []training.Metric {
	var all []training.Metric
	for _, v := range sets {
		known := 0
		for _, k := range all {
			if _, ok := v[k]; ok {
				known++
			}
		}
		if known == len(v) { // true for nearly all sets
			continue
		}
		for k, x := range v {
			if finite(x) && !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	slices.Sort(all)
	return all
}

func (w *writer) names(all []training.Metric) {
	w.uint(uint64(len(all)))
	for _, k := range all {
		w.text(string(k))
	}
}

func (r *reader) names() []string {
	all := make([]string, r.count(1))
	for i := range all {
		all[i] = r.text()
	}
	return all
}

// values writes metrics in order of name. A value takes four bytes if four bytes store it
// exactly or if short is set, and otherwise eight.
func (w *writer) values(v training.Values, names []training.Metric, short bool) {
	type item struct {
		name int
		x    float64
	}
	var room [64]item
	kept := room[:0]
	if len(v) > 0 {
		for i, k := range names {
			if x, ok := v[k]; ok {
				if short {
					x = float64(float32(x))
				}
				if finite(x) {
					kept = append(kept, item{i, x})
				}
			}
		}
	}
	w.uint(uint64(len(kept)))
	for _, it := range kept {
		if short := float32(it.x); float64(short) == it.x {
			w.uint(uint64(it.name)<<1 | 1) //nolint:gosec // not negative
			w.b = binary.LittleEndian.AppendUint32(w.b, math.Float32bits(short))
			continue
		}
		w.uint(uint64(it.name) << 1) //nolint:gosec // not negative
		w.float(it.x)
	}
}

// values reads metrics; it returns a nil map if there are none.
func (r *reader) values(names []string) training.Values {
	n := r.count(5)
	if n == 0 {
		return nil
	}
	v := make(training.Values, n)
	for range n {
		tag := r.uint()
		if tag>>1 >= uint64(len(names)) {
			r.fail()
			return nil
		}
		x := 0.0
		if tag&1 != 0 {
			x = r.short()
		} else {
			x = r.float()
		}
		v[training.Metric(names[tag>>1])] = x
	}
	return v
}

// short reads a four-byte floating-point number.
func (r *reader) short() float64 {
	if len(r.b) < 4 {
		r.fail()
		return 0
	}
	v := float64(math.Float32frombits(binary.LittleEndian.Uint32(r.b)))
	r.b = r.b[4:]
	if !finite(v) {
		r.fail()
		return 0
	}
	return v
}

// EncodeAfterBest encodes the values that belong to best efforts. Distances
// covered in a duration are kept to the metre.
func EncodeAfterBest(a curve.AfterBest) []byte {
	w := newWriter(1024)
	for _, lengths := range [][]curve.Length{a.Power, a.HeartRate, a.Distance} {
		w.uint(uint64(len(lengths)))
		for _, l := range lengths {
			w.uint(uint64(l.DurationS)) //nolint:gosec // not negative
			over := l.DurationS == 0
			if over {
				w.float(l.DistanceM)
			} else {
				w.covered(l.DistanceM)
			}
			w.uint(uint64(len(l.After)))
			for _, e := range l.After {
				if over {
					w.float(e.Value)
					w.float(e.StartS)
					continue
				}
				w.uint(uint64(math.Round(e.Value * float64(l.DurationS)))) // the value is the mean of whole numbers, so this is their sum
				w.uint(uint64(e.StartS))
				w.covered(e.DistanceM)
			}
		}
	}
	return w.b
}

// covered writes a distance in whole metres; 0 means unknown.
func (w *writer) covered(m float64) { w.uint(uint64(max(0, math.Round(m)+1))) }

func (r *reader) covered() float64 { return float64(r.uint()) - 1 }

// DecodeAfterBest decodes the result of [EncodeAfterBest].
func DecodeAfterBest(b []byte) (a curve.AfterBest, err error) {
	r := newReader(b)
	for _, into := range []*[]curve.Length{&a.Power, &a.HeartRate, &a.Distance} {
		*into = make([]curve.Length, r.count(3))
		for i := range *into {
			(*into)[i] = r.length()
		}
	}
	if !r.done() {
		return curve.AfterBest{}, damaged("list of efforts")
	}
	return a, nil
}

func (r *reader) length() (l curve.Length) {
	l.DurationS = int32(min(r.uint(), math.MaxInt32)) //nolint:gosec // the value fits
	over := l.DurationS == 0
	if over {
		l.DistanceM = r.float()
	} else {
		l.DistanceM = r.covered()
	}
	l.After = make([]curve.Ranked, r.count(3))
	for i := range l.After {
		e := &l.After[i]
		if over {
			*e = curve.Ranked{Value: r.float(), DistanceM: l.DistanceM, StartS: r.float()}
			continue
		}
		*e = curve.Ranked{Value: float64(r.uint()) / float64(l.DurationS), StartS: float64(r.uint()), DistanceM: r.covered()}
	}
	return l
}

// EncodeEfforts encodes best efforts over distances, in the form of [curve.Effort.Rounded].
func EncodeEfforts(efforts []curve.Effort) []byte {
	w := newWriter(24 * len(efforts))
	kept := 0
	for _, e := range efforts {
		if finite(e.DistanceM) && finite(e.TimeS) && finite(e.StartS) {
			kept++
		}
	}
	w.uint(uint64(kept))
	for _, e := range efforts {
		if finite(e.DistanceM) && finite(e.TimeS) && finite(e.StartS) {
			w.float(e.DistanceM)
			w.float(e.Rounded().TimeS)
			w.float(e.StartS)
		}
	}
	return w.b
}

// DecodeEfforts decodes the result of [EncodeEfforts].
func DecodeEfforts(b []byte) ([]curve.Effort, error) {
	r := newReader(b)
	efforts := make([]curve.Effort, r.count(24))
	for i := range efforts {
		efforts[i] = curve.Effort{DistanceM: r.float(), TimeS: r.float(), StartS: r.float()}
	}
	if !r.done() {
		return nil, damaged("list of efforts")
	}
	return efforts, nil
}

// EncodeSource encodes the name of the model or the power meter that an activity's power comes from.
func EncodeSource(source string) []byte {
	w := newWriter(1 + len(source))
	w.text(source)
	return w.b
}

// DecodeSource decodes the result of [EncodeSource].
func DecodeSource(b []byte) (string, error) {
	r := newReader(b)
	source := r.text()
	if !r.done() || source == "" {
		return "", damaged("power source")
	}
	return source, nil
}
