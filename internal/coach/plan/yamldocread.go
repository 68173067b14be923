package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// Doc is a text that was read.
type Doc struct {
	Root     *Node
	Comments []Comment

	mark  string   // a byte order mark, or nothing
	lines []string // each with its line end
	end   int      // behind the last line of the content
}

// MaxBytes bounds a text.
const MaxBytes = 1 << 20

// How deep values may be nested, and how many names a mapping may have: the
// library's parser calls itself for the one, and takes the square of the other.
const (
	maxBrackets = 16
	maxColumn   = 120 // of a dash or a name outside of brackets
	maxMarks    = 64  // anchors, tags and aliases
	maxNames    = 2000
)

const byteOrderMark = "\ufeff"

// Fault is why a text cannot be read.
type Fault struct {
	Line, Column int // from 1; 0 where it is of the whole text
	What, Fix    i18n.Sentence
}

func (f *Fault) Error() string { return i18n.InARow(f.What, f.Fix).String() }

func fault(line int, what, fix i18n.Sentence) error {
	return &Fault{Line: line, What: what, Fix: fix}
}

// ReadYAML reads a text. Its error is a [Fault].
func ReadYAML(text string) (d *Doc, err error) {
	defer func() { // the library's reader may fail in any way on what a stranger wrote
		if p := recover(); p != nil {
			d, err = nil, fault(0, i18n.Sentencef("The text cannot be read as YAML: %s.", fmt.Sprint(p)), "Check its indentation and quotes.")
		}
	}()
	if err := sane(text); err != nil {
		return nil, err
	}
	d = &Doc{}
	if rest, marked := strings.CutPrefix(text, byteOrderMark); marked {
		d.mark, text = byteOrderMark, rest
	}
	d.lines = slices.Collect(strings.Lines(text))
	tokens := lexer.Tokenize(strings.ReplaceAll(text, "\r\n", "\n"))
	if err := d.look(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, libraryFault(err)
	}
	return d, d.root(file)
}

func sane(text string) error {
	switch at := strings.IndexByte(text, 0); {
	case len(text) > MaxBytes:
		return fault(0, "The text has more than 1 MiB.", "Shorten it, or write it as two.")
	case !utf8.ValidString(text):
		return fault(0, "The text is not UTF-8.", "Save it as UTF-8.")
	case at >= 0:
		return fault(strings.Count(text[:at], "\n")+1, "The text has a zero byte.", "Take it out.")
	}
	return nil
}

// look reads the tokens before they are parsed: it keeps comments, and rejects
// a document that would take the parser too long or nests too deep.
func (d *Doc) look(tokens token.Tokens) error {
	var c counts
	for i, t := range tokens {
		if t.Type == token.CommentType {
			d.comment(t)
		}
		if t.Type == token.DocumentHeaderType && slices.ContainsFunc(tokens[:i], content) {
			return second(t)
		}
		if !c.count(t) {
			return fault(t.Position.Line, "The text is nested too deep, or has too many names or anchors in one place.",
				"Write its values out, as weeks with lists of sessions.")
		}
	}
	return nil
}

func content(t *token.Token) bool {
	return t.Type != token.CommentType && t.Type != token.DirectiveType
}

func second(t *token.Token) error {
	return fault(t.Position.Line, "A second document begins here.", "Save it as a text of its own.")
}

// counts bound what the parser takes the square of the time for, and what it
// calls itself for.
type counts struct {
	marks    int
	brackets []int       // names in each that is open
	columns  map[int]int // names of mappings that may still go on, by column
}

func (c *counts) count(t *token.Token) bool {
	column := t.Position.Column
	switch t.Type {
	case token.MappingStartType, token.SequenceStartType:
		c.brackets = append(c.brackets, 0)
	case token.MappingEndType, token.SequenceEndType:
		c.brackets = c.brackets[:max(0, len(c.brackets)-1)]
	case token.AnchorType, token.AliasType, token.TagType:
		c.marks++
	case token.SequenceEntryType, token.MappingKeyType:
		c.leave(column)
		return len(c.brackets) > 0 || column <= maxColumn
	case token.MappingValueType:
		if n := len(c.brackets); n > 0 {
			c.brackets[n-1]++
			return c.brackets[n-1] <= maxNames
		}
		if t.Prev != nil {
			column = t.Prev.Position.Column
		}
		c.leave(column)
		c.columns[column]++
		return column <= maxColumn && c.columns[column] <= maxNames
	}
	return len(c.brackets) <= maxBrackets && c.marks <= maxMarks
}

// leave drops the mappings that end where something begins at a column.
func (c *counts) leave(column int) {
	if c.columns == nil {
		c.columns = map[int]int{}
	}
	for at := range c.columns {
		if at > column {
			delete(c.columns, at)
		}
	}
}

func (d *Doc) comment(t *token.Token) {
	c := Comment{Line: t.Position.Line, Text: strings.TrimSpace(t.Value)}
	if c.Line > len(d.lines) {
		return
	}
	line := d.lines[c.Line-1]
	if c.at = strings.LastIndex(line, "#"+t.Value); c.at < 0 {
		return
	}
	c.beside = strings.TrimLeft(line[:c.at], " \t") != ""
	d.Comments = append(d.Comments, c)
}

var libraryLine = textclean.LazyRegexp(`^\[(\d+):(\d+)\] ([^\n]*)`)

func libraryFault(err error) error {
	m := libraryLine.Get().FindStringSubmatch(err.Error())
	if m == nil {
		return fault(0, i18n.Sentencef("The text cannot be read as YAML: %s.", i18n.Name(err.Error())),
			"Check its indentation and quotes.")
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	return &Fault{
		line, column, i18n.Sentencef("The text cannot be read as YAML here: %s.", i18n.Name(m[3])),
		"Check the indentation and the quotes of this line and the one above.",
	}
}

func (d *Doc) root(file *ast.File) error {
	d.end = len(d.lines)
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.CommentType || doc.Body.Type() == ast.NullType:
		case d.Root != nil:
			return second(doc.Body.GetToken())
		default:
			d.Root = build(doc.Body, nil)
		}
		if doc.End != nil {
			d.end = min(d.end, doc.End.Position.Line-1)
		}
	}
	if d.Root == nil {
		return fault(0, "The text is empty.", "Write names with values, one a line.")
	}
	d.place(d.Root, d.end)
	return nil
}

// build converts a node of the library's tree.
func build(n ast.Node, parent *Node) *Node {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return build(n.Value, parent)
	case *ast.TagNode:
		return build(n.Value, parent)
	case nil, *ast.NullNode:
		return &Node{Kind: Null, parent: parent}
	}
	t := n.GetToken()
	out := &Node{Line: t.Position.Line, parent: parent}
	switch n := n.(type) {
	case *ast.MappingNode:
		out.Kind, out.flow = Mapping, n.IsFlowStyle
		for _, v := range n.Values {
			out.entry(v)
		}
	case *ast.MappingValueNode:
		out.Kind, out.flow = Mapping, n.IsFlowStyle
		out.entry(n)
	case *ast.SequenceNode:
		out.sequence(n)
	case *ast.AliasNode:
		out.Kind, out.Value = Alias, n.Value.String()
	case *ast.LiteralNode:
		out.Value, out.Quoted, out.block = n.Value.Value, true, true
	case *ast.StringNode:
		out.Value = n.Value
		out.Quoted = t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	default:
		out.Value = strings.TrimSpace(t.Value)
	}
	return out
}

func (n *Node) entry(v *ast.MappingValueNode) {
	k := v.Key.GetToken()
	at := k.Position
	if len(n.Entries) == 0 && !n.flow {
		n.Line = at.Line
	}
	e := &YAMLEntry{Key: k.Value, span: span{from: at.Line - 1, column: at.Column - 1, mark: v.Start.Position.Column - 1}}
	if v.Key.IsMergeKey() {
		e.Key = "<<"
	}
	e.Value = build(v.Value, n)
	n.Entries = append(n.Entries, e)
}

func (n *Node) sequence(s *ast.SequenceNode) {
	n.Kind, n.flow = Sequence, s.IsFlowStyle
	for i, v := range s.Values {
		it := &YAMLItem{Value: build(v, n)}
		if !s.IsFlowStyle && i < len(s.Entries) {
			at := s.Entries[i].Start.Position
			it.span = span{from: at.Line - 1, column: at.Column - 1, mark: at.Column - 1}
		}
		n.Items = append(n.Items, it)
	}
}

// attach assigns each comment to the session or week that it is in, or else to
// the next one in the list, or else to the plan.
func attach(p *Plan, doc *Doc) {
	weeks := doc.Root.Entry(keyWeeks)
	for _, c := range doc.Comments {
		if c.Text != "" {
			to := owner(p, weeks, c.Line)
			*to = append(*to, c.Text)
		}
	}
}

func owner(p *Plan, weeks *YAMLEntry, line int) *[]string {
	week := next(weeks, line)
	if week == nil {
		return &p.Comments
	}
	for i := range p.Weeks {
		w := &p.Weeks[i]
		if w.Line != week.Line {
			continue
		}
		for _, key := range []string{keyRuns, keySessions} {
			session := next(week.Entry(key), line)
			for j := range w.Sessions {
				if session != nil && w.Sessions[j].Line == session.Line {
					return &w.Sessions[j].Comments
				}
			}
		}
		return &w.Comments
	}
	return &p.Comments
}

// next returns the value of a list that a line is in or before.
func next(list *YAMLEntry, line int) *Node {
	if list == nil || line <= list.Line() {
		return nil
	}
	for _, it := range list.Value.Items {
		if line <= it.Last() {
			return it.Value
		}
	}
	return nil
}
