package tools

import "bytes"

// dropNulls drops the members of objects that are null: what is missing is
// absent. Cells of arrays stay. The JSON is valid and compact, as marshalled.
func dropNulls(b []byte) []byte {
	if !bytes.Contains(b, []byte(`:null`)) {
		return b
	}
	w := nullDropper{in: b, out: make([]byte, 0, len(b))}
	for w.at < len(b) {
		w.step()
	}
	return w.out
}

// nullDropper copies JSON. Commas are written when the next item is, so that
// one before a dropped member never is.
type nullDropper struct {
	in, out []byte
	at      int
	open    []bool // of the objects and lists that are open, which are objects
	comma   bool   // one stands before the next item
	value   bool   // what comes next is the value of a member
}

const null = "null"

// step copies a bracket, a key or a scalar.
func (w *nullDropper) step() {
	switch c := w.in[w.at]; c {
	case ',':
		w.at++ // see comma
	case '{', '[':
		w.item()
		w.copy(1)
		w.open, w.comma = append(w.open, c == '{'), false
	case '}', ']':
		w.copy(1)
		w.open, w.comma = w.open[:len(w.open)-1], true
	default:
		n := scalarLen(w.in[w.at:])
		if isKey := !w.value && len(w.open) > 0 && w.open[len(w.open)-1]; !isKey {
			w.item()
			w.copy(n)
			w.comma = true
			return
		}
		n++ // the colon
		if bytes.HasPrefix(w.in[w.at+n:], []byte(null)) {
			w.at += n + len(null)
			return
		}
		w.item()
		w.copy(n)
		w.value = true
	}
}

// item begins an item or a member, or the value of one.
func (w *nullDropper) item() {
	if w.comma && !w.value {
		w.out = append(w.out, ',')
	}
	w.value = false
}

func (w *nullDropper) copy(n int) {
	w.out = append(w.out, w.in[w.at:w.at+n]...)
	w.at += n
}

// scalarLen is how long the text, number or word is that b begins with.
func scalarLen(b []byte) int {
	if b[0] != '"' {
		if n := bytes.IndexAny(b, ",]}"); n >= 0 {
			return n
		}
		return len(b)
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
