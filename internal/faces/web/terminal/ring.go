package terminal

import "bytes"

// scrollback is how many bytes of the past a page that comes back is sent.
const scrollback = 256 << 10

// ring keeps the last bytes of a stream, counted from its beginning.
type ring struct {
	kept []byte
	end  int64 // of the stream so far
}

// add appends to the stream. What is kept is moved together only once in a
// while, so that a byte is copied twice at most.
func (r *ring) add(b []byte) {
	r.kept = append(r.kept, b...)
	r.end += int64(len(b))
	if len(r.kept) > 2*scrollback {
		r.kept = append(make([]byte, 0, 3*scrollback), r.kept[len(r.kept)-scrollback:]...)
	}
}

// first is where what a page is sent begins: at a line where something is left
// out, so that no sequence of the terminal begins in its middle.
func (r *ring) first() int64 {
	if len(r.kept) <= scrollback {
		return r.end - int64(len(r.kept))
	}
	tail := r.kept[len(r.kept)-scrollback:]
	if line := bytes.IndexByte(tail, '\n'); line >= 0 {
		return r.end - int64(len(tail)-line-1)
	}
	return r.end - int64(len(tail))
}

// from is a copy of at most the given number of bytes from a place on.
func (r *ring) from(at int64, most int) []byte {
	at = max(at, r.end-int64(len(r.kept)))
	rest := r.kept[len(r.kept)-int(r.end-at):]
	return bytes.Clone(rest[:min(most, len(rest))])
}
