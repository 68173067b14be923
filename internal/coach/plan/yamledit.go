package plan

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Path leads from the root to a node. It consists of keys of mappings and indexes of items.
type Path []any

// At returns the node at a path, or nil if there is none.
func (d *Doc) At(p Path) *yaml.Node {
	n := d.Root
	for _, step := range p {
		at, isItem := step.(int)
		if !isItem {
			at = find(n, step.(string)) + 1
		}
		if at >= len(n.Content) || at == 0 && !isItem {
			return nil
		}
		n = n.Content[at]
	}
	return n
}

// Set sets the value of a key in the mapping at p. It inserts a new key before the given
// key, or at the end if there is no such key.
func (d *Doc) Set(p Path, key string, v *yaml.Node, before string) (*Doc, error) {
	m := d.At(p)
	if i := find(m, key); i >= 0 {
		former := m.Content[i+1]
		v.HeadComment, v.LineComment, v.FootComment = former.HeadComment, former.LineComment, former.FootComment
		if quotes := former.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle); v.Tag != "" && v.Style == 0 {
			v.Style = quotes
		}
		m.Content[i+1] = v
		return d.written()
	}
	at := find(m, before)
	if at <= 0 {
		at = len(m.Content)
	}
	m.Content = slices.Insert(m.Content, at, YAMLText(key), v)
	return d.written()
}

// Delete deletes a key from the mapping at p. The comments above and below the key stay.
func (d *Doc) Delete(p Path, key string) (*Doc, error) {
	m := d.At(p)
	i := find(m, key)
	name := m.Content[i]
	m.Content = slices.Delete(m.Content, i, i+2)
	leave(m, i, 2, name.HeadComment, name.FootComment)
	return d.written()
}

// leave attaches comments to the node at i in the content of n, or, if there is no such
// node, to the one that is step positions before.
func leave(n *yaml.Node, i, step int, comments ...string) {
	text := strings.Trim(strings.Join(comments, "\n"), "\n")
	switch {
	case text == "":
	case i < len(n.Content):
		n.Content[i].HeadComment = strings.TrimRight(text+"\n"+n.Content[i].HeadComment, "\n")
	case len(n.Content) > 0:
		n.Content[i-step].FootComment = strings.TrimLeft(n.Content[i-step].FootComment+"\n"+text, "\n")
	}
}

// Insert inserts a value before item i of the sequence at p, or at the end.
func (d *Doc) Insert(p Path, i int, v *yaml.Node) (*Doc, error) {
	insert(d.At(p), i, v)
	return d.written()
}

func insert(seq *yaml.Node, i int, v *yaml.Node) {
	if len(seq.Content) == 0 {
		seq.Kind, seq.Tag, seq.Value, seq.Style = yaml.SequenceNode, "", "", 0
	}
	if v.HeadComment+v.LineComment+v.FootComment != "" {
		seq.Style &^= yaml.FlowStyle
	}
	seq.Content = slices.Insert(seq.Content, i, v)
}

// Remove removes item i from the sequence at p, together with the comments directly above it. Comments below it stay.
func (d *Doc) Remove(p Path, i int) (*Doc, error) {
	seq := d.At(p)
	foot := seq.Content[i].FootComment
	seq.Content = slices.Delete(seq.Content, i, i+1)
	leave(seq, i, 1, foot)
	return d.written()
}

// Move moves item i of the sequence at p, with its comments, before item j of the sequence
// at the path to, or to its end.
func (d *Doc) Move(p Path, i int, to Path, j int) (*Doc, error) {
	from, seq := d.At(p), d.At(to)
	it := from.Content[i]
	from.Content = slices.Delete(from.Content, i, i+1)
	if from == seq && j > i {
		j--
	}
	insert(seq, j, it)
	return d.written()
}

// Comment adds a comment directly above item i of the sequence at p, or above the whole text if p is empty.
func (d *Doc) Comment(p Path, i int, text string) (*Doc, error) {
	seq := d.Root
	if len(p) > 0 {
		seq = d.At(p)
	}
	seq.Style &^= yaml.FlowStyle
	it := seq.Content[i]
	if it.HeadComment != "" && !strings.HasSuffix(it.HeadComment, "\n") {
		it.HeadComment += "\n"
	}
	it.HeadComment += "# " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n# ")
	return d.written()
}

// attach assigns each comment to the session or week to which it belongs, or else to the plan.
func attach(p *Plan, doc *Doc) {
	owners := map[*yaml.Node]*[]string{}
	for i := range p.Weeks {
		w := &p.Weeks[i]
		owners[doc.At(w.path)] = &w.Comments
		for j := range w.Sessions {
			owners[doc.At(w.Sessions[j].path())] = &w.Sessions[j].Comments
		}
	}
	comments(&doc.all, owners, &p.Comments)
}

func comments(n *yaml.Node, owners map[*yaml.Node]*[]string, to *[]string) {
	if owner := owners[n]; owner != nil {
		to = owner
	}
	for line := range strings.Lines(n.HeadComment + "\n" + n.LineComment) {
		addComment(to, line)
	}
	for _, c := range n.Content {
		comments(c, owners, to)
	}
	for line := range strings.Lines(n.FootComment) {
		addComment(to, line)
	}
}

func addComment(to *[]string, line string) {
	if text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "#")); text != "" {
		*to = append(*to, text)
	}
}
