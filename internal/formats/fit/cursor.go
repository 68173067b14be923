package fit

// Message is one message of a sequence, a definition or data.
type Message struct {
	// Bytes is all of it, from its header byte on.
	Bytes []byte
	// Local is the local type that a definition defines, or that data are of.
	Local byte
	// Number is the global number of the message.
	Number uint16
	// Definition is the last one of the local type; of a definition, itself.
	Definition []byte
}

// IsDefinition says whether the message defines a local type.
func (m *Message) IsDefinition() bool {
	return m.Bytes[0]&(compressedBit|definitionBit) == definitionBit
}

// Cursor goes through the messages of a sequence, which are well formed.
type Cursor struct {
	w   walker
	pos int
	of  [16][]byte // the definitions
}

// Cursor is at the first message.
func (s *Sequence) Cursor() *Cursor { return &Cursor{w: walker{in: s.Messages}} }

// Next goes on to the next message; false at the end, or where the bytes make
// no sense.
func (c *Cursor) Next(m *Message) bool {
	if c.pos >= len(c.w.in) {
		return false
	}
	h := c.w.in[c.pos]
	n := c.w.step(c.pos, h&(compressedBit|definitionBit) == definitionBit)
	if n == 0 {
		return false
	}
	m.Bytes, m.Local = c.w.in[c.pos:c.pos+n], h&0x0F
	if m.IsDefinition() {
		c.of[m.Local] = m.Bytes
	} else if h&compressedBit != 0 {
		m.Local = h >> 5 & 3
	}
	m.Number, m.Definition = c.w.defs[m.Local].message, c.of[m.Local]
	c.pos += n
	return true
}
