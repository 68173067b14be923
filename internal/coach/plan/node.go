package plan

// YAMLKind is what a node is.
type YAMLKind uint8

// The kinds of nodes. An alias stands for a node elsewhere and is not followed.
const (
	Scalar YAMLKind = iota
	Mapping
	Sequence
	Null
	Alias
)

// Node is a value of the text. Lines count from 1.
type Node struct {
	Kind   YAMLKind
	Value  string // of a scalar, without quotes
	Quoted bool   // a scalar that is a text whatever it looks like
	Line   int

	Entries []*YAMLEntry // of a mapping, in order
	Items   []*YAMLItem  // of a sequence, in order

	flow  bool // written between brackets
	block bool // a text below its name
	// holder is the entry or item that it stands in, the outermost one of what
	// stands between brackets; nil for the whole text.
	holder *span
	parent *Node
}

// YAMLEntry is a name of a mapping with its value.
type YAMLEntry struct {
	span
	Key   string
	Value *Node
}

// YAMLItem is a value of a sequence.
type YAMLItem struct {
	span
	Value *Node
	lead  int // the line, from 0, at which the comments right above it begin
}

// span is the lines of something in a block, from 0; to is behind the last one.
// Those of what stands between brackets are not known.
type span struct {
	from, to int
	column   int // from 0, of its name or dash
	mark     int // from 0, of the colon or dash behind which the value stands
}

// Line is the number of its first line, from 1.
func (s span) Line() int { return s.from + 1 }

// Last is the number of its last line, from 1.
func (s span) Last() int { return s.to }

// Entry is the entry of a name, nil for none.
func (n *Node) Entry(key string) *YAMLEntry {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// Of is the value of a name, nil for none or for null.
func (n *Node) Of(key string) *Node {
	if e := n.Entry(key); e != nil && e.Value.Kind != Null {
		return e.Value
	}
	return nil
}

// Comment is one comment.
type Comment struct {
	Line int // from 1
	Text string

	beside bool // behind something on its line
	at     int  // byte of its line
}
