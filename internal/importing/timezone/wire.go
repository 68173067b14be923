package timezone

import "encoding/binary"

// message reads a message of the protocol buffers' wire format, of which the
// tables have numbers and what is counted in bytes:
// https://protobuf.dev/programming-guides/encoding/. Their library would make
// every start of the program wait for what an import alone needs.
type message []byte

// field is a member of a message: one of number and text is set.
type field struct {
	tag    uint64
	number uint64
	text   []byte
}

// The forms of a field that the tables have.
const (
	formBits = 3
	formMask = 1<<formBits - 1
	aNumber  = 0
	inBytes  = 2
)

// next is the next field; false at the end and at what is no such field.
func (m *message) next() (f field, ok bool) {
	head, ok := m.number()
	if !ok {
		return f, false
	}
	f.tag = head >> formBits
	n, ok := m.number()
	if !ok {
		return f, false
	}
	switch head & formMask {
	case aNumber:
		f.number = n
	case inBytes:
		if n > uint64(len(*m)) {
			return f, false
		}
		f.text = (*m)[:n:n]
		*m = (*m)[n:]
	default:
		return f, false
	}
	return f, true
}

func (m *message) number() (uint64, bool) {
	n, size := binary.Uvarint(*m)
	if size <= 0 {
		return 0, false
	}
	*m = (*m)[size:]
	return n, true
}
