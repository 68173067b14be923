package fit

// own makes out a copy of what was decided so far, up to pos.
func (w *walker) own(pos int) {
	if w.out == nil {
		w.out = make([]byte, 0, len(w.in))
	}
	w.out = append(w.out, w.in[w.kept:pos]...)
	w.kept = pos
}

// mend replaces the byte at pos.
func (w *walker) mend(pos int, b byte) {
	w.own(pos)
	w.out = append(w.out, b)
	w.kept = pos + 1
	w.mended++
}

// cut leaves out [from, to).
func (w *walker) cut(from, to int) {
	w.own(from)
	w.kept = to
	w.skipped += to - from
}

func (w *walker) result() []byte {
	if w.out == nil {
		return w.in
	}
	return append(w.out, w.in[w.kept:]...)
}

// How sure resync wants to be: this many messages in a row, among them a
// record within a day of the last one seen.
const (
	resyncRun  = 6
	resyncSpan = 24 * 3600
)

// resync is where, after the damage at pos, the stream makes sense again by
// the definitions known so far; the end if nowhere.
func (w *walker) resync(pos int) int {
	if w.last == 0 {
		return len(w.in)
	}
	for q := pos + 1; q < len(w.in); q++ {
		if w.plausible(q) {
			return q
		}
	}
	return len(w.in)
}

func (w *walker) plausible(pos int) bool {
	sawRecord := false
	for range resyncRun {
		if pos == len(w.in) {
			break
		}
		n := w.step(pos, false)
		if n == 0 || w.in[pos]&definitionBit != 0 {
			return false
		}
		if d := &w.defs[w.in[pos]&0x0F]; d.message == recordMessage && d.stamp >= 0 && w.in[pos] < definitionBit {
			t := d.timestamp(w.in[pos+1:])
			if t < w.last || t > w.last+resyncSpan {
				return false
			}
			sawRecord = true
		}
		pos += n
	}
	return sawRecord
}
