package plan

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/platform/textclean"
)

// YAMLKind is what a node is.
type YAMLKind uint8

// The kinds of nodes. An alias refers to a node elsewhere and is not followed.
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

// span is the lines of something in a block, from 0; to is after the last one.
// Those of a value in brackets are not known.
type span struct {
	from, to int
	column   int // from 0, of its name or dash
	mark     int // from 0, of the colon or dash behind which the value stands
}

// Line returns the number of its first line, from 1.
func (s span) Line() int { return s.from + 1 }

// Last returns the number of its last line, from 1.
func (s span) Last() int { return s.to }

// Entry returns the entry with a name, nil for none.
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

// Of returns the value of a name, nil for none or for null.
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

// YAMLText returns a node for a text.
func YAMLText(s string) *Node { return &Node{Value: s, Quoted: !plain(s)} }

// Literal returns a node for a number, true, false or a date.
func Literal(s string) *Node { return &Node{Value: s} }

// ListYAML returns a node for a list.
func ListYAML(all ...*Node) *Node {
	n := &Node{Kind: Sequence}
	for _, v := range all {
		Append(n, v)
	}
	return n
}

// Add adds a name with its value to a mapping that is in no text yet.
func (n *Node) Add(key string, v *Node) *Node {
	n.Kind, v.parent = Mapping, n
	n.Entries = append(n.Entries, &YAMLEntry{Key: key, Value: v})
	return n
}

var (
	plainText = textclean.LazyRegexp(`^\p{L}[\p{L}\p{N} ,._/()+'×%–-]*$`)
	plainName = textclean.LazyRegexp(`^[A-Za-z_][\w-]*$`)
	// reserved are words that readers of YAML take for something else than a text.
	reserved = textclean.LazyRegexp(`(?i)^(true|false|yes|no|on|off|y|n|null|~)$`)
)

// plain reports a text that is read as itself without quotes.
func plain(s string) bool {
	return plainText.Get().MatchString(s) && !reserved.Get().MatchString(s) && strings.TrimSpace(s) == s
}

// inline returns a value as text on one line.
func (n *Node) inline() string {
	switch {
	case n.Kind == Null:
		return ""
	case n.Kind == Sequence:
		return "[]"
	case n.Kind == Mapping:
		return "{}"
	case !n.Quoted:
		return n.Value
	}
	return quote(n.Value)
}

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // no text fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// below returns the lines of a value that takes several, and the text after its
// name before them.
func (n *Node) below(indent int) (inline string, lines []string) {
	pad := strings.Repeat(" ", indent)
	switch {
	case n.Kind == Mapping && len(n.Entries) > 0:
		for _, e := range n.Entries {
			lines = append(lines, entryLines(e.Key, e.Value, indent)...)
		}
	case n.Kind == Sequence && len(n.Items) > 0:
		for _, it := range n.Items {
			lines = append(lines, itemLines(it.Value, indent)...)
		}
	case n.Kind == Scalar && readable(n.Value):
		text, ended := strings.CutSuffix(n.Value, "\n")
		inline = "|"
		if !ended {
			inline = "|-"
		}
		for l := range strings.SplitSeq(text, "\n") {
			lines = append(lines, strings.TrimRight(pad+l, " "))
		}
	default:
		inline = n.inline()
	}
	return inline, lines
}

// readable reports whether a text of several lines can be written below its
// name unchanged.
func readable(s string) bool {
	if !strings.Contains(s, "\n") || strings.HasSuffix(s, "\n\n") {
		return false
	}
	for l := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		if strings.HasSuffix(l, " ") || strings.ContainsFunc(l, func(r rune) bool { return r < ' ' || r == '\u2028' || r == '\u0085' }) {
			return false
		}
	}
	return s[0] != ' ' && s[0] != '\n' && s[0] != '#'
}

func entryLines(key string, v *Node, indent int) []string {
	if !plainName.Get().MatchString(key) {
		key = quote(key)
	}
	inline, below := v.below(indent + 2)
	return append([]string{strings.TrimRight(strings.Repeat(" ", indent)+key+": "+inline, " ")}, below...)
}

func itemLines(v *Node, indent int) []string {
	inline, below := v.below(indent + 2)
	dash := strings.Repeat(" ", indent) + "- "
	if inline == "" && len(below) > 0 {
		below[0] = dash + below[0][indent+2:]
		return below
	}
	return append([]string{strings.TrimRight(dash+inline, " ")}, below...)
}

// splice is lines that come in the place of others.
type splice struct {
	from, to int
	with     []string // those of the text have their line ends
}

// anew rewrites the block that contains n, one value a line, with the comments
// of its lines above.
func (d *Doc) anew(n *Node) splice {
	for n.parent != nil && n.parent.flow {
		n = n.parent
	}
	s := n.holder
	if n.parent == nil {
		s = &span{from: 0, to: d.end, column: -2}
	}
	inline, below := n.below(s.column + 2)
	behind := strings.HasPrefix(inline, "|") // nothing may stand between it and its lines
	indent := s.column + 2
	if behind {
		indent = s.column
	}
	var comments []string
	for _, c := range d.Comments {
		if s.from < c.Line && c.Line <= s.to {
			comments = append(comments, strings.Repeat(" ", indent)+"# "+c.Text)
		}
	}
	if n.parent == nil {
		return splice{s.from, s.to, slices.Concat(comments, below)}
	}
	line := d.lines[s.from]
	first := line[:bytesOf(line, s.mark)+1]
	if c := d.beside(s.from); c != nil {
		inline = strings.TrimSpace(inline + " # " + c.Text)
		comments = comments[1:]
	}
	if n.parent.Kind == Sequence && len(below) > 0 { // its first name stands behind the dash
		inline, below = strings.TrimSpace(strings.TrimSpace(below[0])+" "+inline), below[1:]
	}
	if behind {
		below, comments = append(below, comments...), nil
	}
	return splice{s.from, s.to, slices.Concat([]string{strings.TrimRight(first+" "+inline, " ")}, comments, below)}
}

// written returns the text with some lines replaced, parsed again. It fails if
// the result does not mean the same as the tree.
func (d *Doc) written(all ...splice) (*Doc, error) {
	end := "\n"
	if len(d.lines) > 0 && strings.HasSuffix(d.lines[0], "\r\n") {
		end = "\r\n"
	}
	slices.SortStableFunc(all, func(a, b splice) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	var b strings.Builder
	b.WriteString(d.mark)
	at := 0
	for _, s := range append(all, splice{from: len(d.lines), to: len(d.lines)}) {
		for _, line := range d.lines[at:s.from] {
			b.WriteString(line)
		}
		if len(s.with) > 0 && s.from > 0 && !strings.HasSuffix(d.lines[s.from-1], "\n") {
			b.WriteString(end)
		}
		for _, line := range s.with {
			b.WriteString(strings.TrimRight(line, "\r\n") + end)
		}
		at = s.to
	}
	text := b.String()
	if n := len(d.lines); n > 0 && !strings.HasSuffix(d.lines[n-1], "\n") {
		text = strings.TrimSuffix(text, end)
	}
	after, err := ReadYAML(text)
	if err != nil || !same(d.Root, after.Root) {
		return nil, fault(0, "The text is written in a way in which this cannot be changed without changing more.",
			"Change the text itself, and save it whole.")
	}
	return after, nil
}

// same reports trees that say the same, in whatever order of names.
func same(a, b *Node) bool {
	if empty(a) && empty(b) {
		return true
	}
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Entries) != len(b.Entries) || len(a.Items) != len(b.Items) {
		return false
	}
	for _, e := range a.Entries {
		if other := b.Entry(e.Key); other == nil || !same(e.Value, other.Value) {
			return false
		}
	}
	for i := range a.Items {
		if !same(a.Items[i].Value, b.Items[i].Value) {
			return false
		}
	}
	return true
}

func empty(n *Node) bool {
	return n.Kind == Null || n.Kind != Scalar && n.Kind != Alias && len(n.Entries)+len(n.Items) == 0
}

// bytesOf returns the byte index of a rune in a line.
func bytesOf(line string, rune int) int {
	n := 0
	for i := range line {
		if n == rune {
			return i
		}
		n++
	}
	return len(line)
}

// Append adds a value to a list that is in no text yet.
func Append(list, v *Node) {
	v.parent = list
	list.Items = append(list.Items, &YAMLItem{Value: v})
}

// WriteYAML returns a mapping as YAML text.
func WriteYAML(root *Node) string {
	_, lines := root.below(0)
	return strings.Join(lines, "\n") + "\n"
}
