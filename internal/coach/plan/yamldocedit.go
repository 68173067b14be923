package plan

import (
	"cmp"
	"slices"
	"strings"
)

// Path leads from the root to a node: names of mappings and numbers of items.
type Path []any

// At returns the node at a path, nil for none.
func (d *Doc) At(p Path) *Node {
	n := d.Root
	for _, step := range p {
		switch step := step.(type) {
		case string:
			e := n.Entry(step)
			if e == nil {
				return nil
			}
			n = e.Value
		case int:
			if step >= len(n.Items) {
				return nil
			}
			n = n.Items[step].Value
		}
	}
	return n
}

// Text returns the whole text.
func (d *Doc) Text() string { return d.mark + strings.Join(d.lines, "") }

// Set sets the value of a name of the mapping at p. A name that is new comes
// before another one, if that is there, or last.
func (d *Doc) Set(p Path, key string, v *Node, before string) (*Doc, error) {
	m := d.At(p)
	e := m.Entry(key)
	switch {
	case e == nil:
		return d.add(m, key, v, before)
	case m.flow || !d.onOneLine(e) || v.Kind != Scalar && v.Kind != Null || strings.Contains(v.Value, "\n"):
		v.parent, v.holder = m, e.Value.holder
		e.Value = v
		return d.written(d.anew(v))
	}
	line := d.lines[e.from]
	end := d.ends(e.from)
	from := bytesOf(line, e.mark) + 1
	value := strings.TrimSpace(line[from:end])
	gap := line[from : from+strings.Index(line[from:end]+"x", cmp.Or(value, "x"))]
	rest := line[from+len(gap)+len(value):]
	if value == "" {
		gap, rest = " ", line[from:]
	}
	v.Quoted = v.Quoted || e.Value.Quoted && v.Kind == Scalar
	e.Value = v
	return d.written(splice{e.from, e.from + 1, []string{line[:from] + gap + v.inline() + rest}})
}

// onOneLine reports a value that ends on the line of its name.
func (d *Doc) onOneLine(e *YAMLEntry) bool {
	if e.Value.Kind != Scalar && e.Value.Kind != Null || e.Value.block {
		return false
	}
	for i := e.from + 1; i < e.to; i++ {
		if _, comment, blank := d.line(i); !comment && !blank {
			return false
		}
	}
	return true
}

// ends returns where the content of a line ends, before its comment.
func (d *Doc) ends(i int) int {
	if c := d.beside(i); c != nil {
		return c.at
	}
	return len(strings.TrimRight(d.lines[i], "\r\n"))
}

func (d *Doc) beside(i int) *Comment {
	at := slices.IndexFunc(d.Comments, func(c Comment) bool { return c.Line == i+1 && c.beside })
	if at < 0 {
		return nil
	}
	return &d.Comments[at]
}

func (d *Doc) add(m *Node, key string, v *Node, before string) (*Doc, error) {
	v.parent = m
	e := &YAMLEntry{Key: key, Value: v}
	at := slices.IndexFunc(m.Entries, func(e *YAMLEntry) bool { return e.Key == before })
	if m.flow || len(m.Entries) == 0 {
		m.Entries = append(m.Entries, e)
		return d.written(d.anew(m))
	}
	if at <= 0 {
		at = len(m.Entries)
	}
	line := m.Entries[at-1].to
	s := splice{line, line, entryLines(key, v, m.Entries[0].column)}
	m.Entries = slices.Insert(m.Entries, at, e)
	return d.written(s)
}

// Delete deletes a name from the mapping at p.
func (d *Doc) Delete(p Path, key string) (*Doc, error) {
	m := d.At(p)
	at := slices.IndexFunc(m.Entries, func(e *YAMLEntry) bool { return e.Key == key })
	e := m.Entries[at]
	m.Entries = slices.Delete(m.Entries, at, at+1)
	if m.flow || len(m.Entries) == 0 {
		return d.written(d.anew(m))
	}
	line := d.lines[e.from]
	dash := line[:bytesOf(line, e.column)]
	if strings.TrimSpace(dash) == "" {
		return d.written(splice{e.from, e.to, nil})
	}
	next := m.Entries[0] // takes the place behind the dash
	first := dash + d.lines[next.from][bytesOf(d.lines[next.from], next.column):]
	with := append([]string{first}, d.lines[next.from+1:next.to]...)
	return d.written(splice{e.from, next.to, append(with, d.lines[e.to:next.from]...)})
}

// Insert inserts a value before the item i of the sequence at p, or after all.
func (d *Doc) Insert(p Path, i int, v *Node) (*Doc, error) {
	seq := d.At(p)
	v.parent = seq
	it := &YAMLItem{Value: v}
	if seq.flow && len(seq.Items) > 0 {
		seq.Items = slices.Insert(seq.Items, i, it)
		return d.written(d.anew(seq))
	}
	s := d.put(seq, i, itemLines(v, 0), 0)
	seq.Kind, seq.Items = Sequence, slices.Insert(seq.Items, i, it)
	return d.written(s)
}

// put writes the lines of an item, which are indented by column, before the
// item i of a block.
func (d *Doc) put(seq *Node, i int, lines []string, column int) splice {
	if len(seq.Items) == 0 {
		s := d.head(seq, "")
		s.with = append(s.with, shifted(lines, seq.holder.column+2-column)...)
		return s
	}
	lines = shifted(lines, seq.Items[0].column-column)
	at := seq.Items[len(seq.Items)-1].to
	if i < len(seq.Items) {
		at = seq.Items[i].lead
	}
	return splice{at, at, lines}
}

// head returns the line of a value's name with another text after it.
func (d *Doc) head(n *Node, inline string) splice {
	line := d.lines[n.holder.from]
	if c := d.beside(n.holder.from); c != nil {
		inline += " # " + c.Text
	}
	first := line[:bytesOf(line, n.holder.mark)+1] + " " + strings.TrimSpace(inline)
	return splice{n.holder.from, n.holder.from + 1, []string{strings.TrimRight(first, " ")}}
}

// cut cuts an item out of a block, with the comments right above it.
func (d *Doc) cut(seq *Node, i int) []splice {
	it := seq.Items[i]
	out := []splice{{it.lead, it.to, nil}}
	if len(seq.Items) == 1 {
		out = append(out, d.head(seq, "[]"))
	}
	return out
}

// Remove removes the item i from the sequence at p, with the comments right
// above it.
func (d *Doc) Remove(p Path, i int) (*Doc, error) {
	seq := d.At(p)
	if seq.bracketed() {
		return d.block(p, func(d *Doc) (*Doc, error) { return d.Remove(p, i) })
	}
	s := d.cut(seq, i)
	seq.Items = slices.Delete(seq.Items, i, i+1)
	return d.written(s...)
}

// Move moves the item i of the sequence at p, with the comments right above it,
// before the item j of the one at to, or after all.
func (d *Doc) Move(p Path, i int, to Path, j int) (*Doc, error) {
	from, seq := d.At(p), d.At(to)
	if from.bracketed() {
		return d.block(p, func(d *Doc) (*Doc, error) { return d.Move(p, i, to, j) })
	}
	if seq.bracketed() {
		return d.block(to, func(d *Doc) (*Doc, error) { return d.Move(p, i, to, j) })
	}
	if from == seq && len(seq.Items) == 1 {
		return d, nil
	}
	it := from.Items[i]
	all := append(d.cut(from, i), d.put(seq, j, d.lines[it.lead:it.to], it.column))
	from.Items = slices.Delete(from.Items, i, i+1)
	if from == seq && j > i {
		j--
	}
	seq.Kind, seq.Items = Sequence, slices.Insert(seq.Items, j, it)
	return d.written(all...)
}

// shifted returns lines with another indentation.
func shifted(lines []string, by int) []string {
	var out []string
	for _, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if strings.TrimSpace(line) != "" && by != 0 {
			line = strings.Repeat(" ", max(0, indent+by)) + line[indent:]
		}
		out = append(out, line)
	}
	return out
}

// Comment adds a comment right above the item i of the sequence at p, or above
// the whole text where p is empty.
func (d *Doc) Comment(p Path, i int, text string) (*Doc, error) {
	line, column := 0, 0
	if len(p) > 0 {
		n := d.At(p)
		if n.bracketed() {
			return d.block(p, func(d *Doc) (*Doc, error) { return d.Comment(p, i, text) })
		}
		line, column = n.Items[i].from, n.Items[i].column
	} else if len(d.Root.Entries) > 0 && !d.Root.flow {
		line = d.above(d.Root.Entries[0].from, 0)
	}
	var lines []string
	for l := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		lines = append(lines, strings.TrimRight(strings.Repeat(" ", column)+"# "+strings.TrimSpace(l), " "))
	}
	return d.written(splice{line, line, lines})
}

func (n *Node) bracketed() bool { return n.flow && len(n.Items) > 0 }

// block rewrites the flow collection at p with one value a line, and continues
// from there.
func (d *Doc) block(p Path, then func(*Doc) (*Doc, error)) (*Doc, error) {
	d, err := d.written(d.anew(d.At(p)))
	if err != nil {
		return nil, err
	}
	return then(d)
}
