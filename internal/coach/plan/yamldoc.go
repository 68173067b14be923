package plan

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// Doc is a parsed YAML text. Each node contains its comments in fields. Empty lines above
// a key or an item are part of the comment above it.
type Doc struct {
	Root *yaml.Node

	all  yaml.Node
	text string
}

// MaxBytes is the maximum size of a text.
const MaxBytes = 1 << 20

const byteOrderMark = "\ufeff"

// Fault is the reason why a text cannot be read.
type Fault struct {
	Line, Column int // counted from 1; 0 if the fault concerns the whole text
	What, Fix    i18n.Sentence
}

func (f *Fault) Error() string { return i18n.InARow(f.What, f.Fix).String() }

func fault(line int, what, fix i18n.Sentence) error {
	return &Fault{Line: line, What: what, Fix: fix}
}

// ReadYAML parses a text. Its error is a [Fault].
func ReadYAML(text string) (*Doc, error) {
	if err := sane(text); err != nil {
		return nil, err
	}
	d := &Doc{text: text}
	plain := strings.ReplaceAll(strings.TrimPrefix(text, byteOrderMark), "\r\n", "\n")
	load, err := yaml.NewLoader(strings.NewReader(plain), yaml.WithV4Defaults())
	if err == nil {
		err = load.Load(&d.all)
	}
	if err == nil {
		d.Root = d.all.Content[0]
	}
	if errors.Is(err, io.EOF) || d.Root != nil && isNull(d.Root) {
		return nil, fault(0, "The text is empty.", "Write names with values, one per line.")
	}
	if err != nil {
		return nil, libraryFault(err)
	}
	var second yaml.Node
	switch err := load.Load(&second); {
	case err == nil:
		return nil, fault(second.Line, "A second document begins here.", "Save it as a separate text.")
	case !errors.Is(err, io.EOF):
		return nil, libraryFault(err)
	}
	keepEmptyLines(d.Root, strings.Split(plain, "\n"))
	return d, nil
}

func sane(text string) error {
	switch at := strings.IndexByte(text, 0); {
	case len(text) > MaxBytes:
		return fault(0, "The text is larger than 1 MiB.", "Shorten it, or write it as two.")
	case !utf8.ValidString(text):
		return fault(0, "The text is not UTF-8.", "Save it as UTF-8.")
	case at >= 0:
		return fault(strings.Count(text[:at], "\n")+1, "The text has a zero byte.", "Remove it.")
	}
	return nil
}

func libraryFault(err error) error {
	var told *yaml.LoadError
	if !errors.As(err, &told) || told.Mark.Line == 0 {
		return fault(0, i18n.Sentencef("The text cannot be read as YAML: %s.", i18n.Name(i18n.Clip(err.Error(), i18n.MostQuoted))),
			"Check its indentation and quotes.")
	}
	return &Fault{
		told.Mark.Line, told.Mark.Column, i18n.Sentencef("The text cannot be read as YAML at this place: %s.", i18n.Name(told.Message)),
		"Check the indentation and the quotes of this line and the one above.",
	}
}

// keepEmptyLines adds the empty lines above keys and items to the comments above them.
func keepEmptyLines(n *yaml.Node, lines []string) {
	for i, c := range n.Content {
		keepEmptyLines(c, lines)
		first, ofValue := n.Kind == yaml.MappingNode && i == 0, n.Kind == yaml.MappingNode && i%2 == 1
		if n.Style&yaml.FlowStyle != 0 || first || ofValue || i > 0 && endsEmpty(n.Content[i-1]) || c.Line > len(lines) {
			continue
		}
		at := c.Line - 1
		for left := strings.Count(c.HeadComment, "#"); at > 0 && left > 0; at-- {
			left -= strings.Count(lines[at-1], "#")
		}
		for ; at > 0 && strings.TrimSpace(lines[at-1]) == ""; at-- {
			c.HeadComment = "\n" + c.HeadComment
		}
	}
}

// endsEmpty reports whether a value ends with a block text whose last lines are empty.
func endsEmpty(n *yaml.Node) bool {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && strings.HasSuffix(n.Value, "\n\n")
}

// Text returns the whole text.
func (d *Doc) Text() string { return d.text }

// written converts the tree to text and parses it again. It returns an error if
// the result differs from the tree.
func (d *Doc) written() (*Doc, error) {
	after, err := ReadYAML(d.asText())
	if err != nil || !same(d.Root, after.Root) {
		return nil, fault(0, "This cannot be changed in the text without changing other parts too.",
			"Change the text itself, and save the whole text.")
	}
	return after, nil
}

// asText returns the tree as text, with the kind of line breaks and the indentation of
// weeks of the original text.
func (d *Doc) asText() string {
	weeks, breaks, mark := of(d.Root, keyWeeks), yaml.LineBreakLN, ""
	if strings.Contains(d.text, "\r\n") {
		breaks = yaml.LineBreakCRLN
	}
	if strings.HasPrefix(d.text, byteOrderMark) {
		mark = byteOrderMark
	}
	return mark + dump(&d.all, yaml.WithCompactSeqIndent(weeks != nil && weeks.Column == 1), yaml.WithLineBreak(breaks))
}

// firstRare is the first of the characters that the library escapes. firstPrivate is the
// first private-use character; texts do not need these.
const (
	firstRare    = '\U00010000'
	firstPrivate = '\ue000'
)

// onlySpaces matches an empty line that the library has indented like the comment below it.
var onlySpaces = textclean.LazyRegexp(`(?m)^ +(\r?)$`)

// dump returns a tree as text. The library escapes characters such as 🏃, which makes a
// block text unreadable, so these are replaced by others while the library writes.
func dump(n *yaml.Node, options ...yaml.Option) string {
	var there, back []string
	replace := func(r rune) {
		stand := string(firstPrivate + rune(len(there)/2))
		there, back = append(there, string(r), stand), append(back, stand, string(r))
	}
	seen := map[rune]bool{}
	each(n, func(n *yaml.Node) {
		for _, r := range n.Value {
			if r >= firstRare && !seen[r] {
				seen[r] = true
				replace(r)
			}
		}
	})
	swap := func(pairs []string) {
		by := strings.NewReplacer(pairs...)
		each(n, func(n *yaml.Node) { n.Value = by.Replace(n.Value) })
	}
	each(n, commentsOfLines)
	swap(there)
	defer swap(back)
	out, err := yaml.Dump(n, slices.Concat([]yaml.Option{
		yaml.WithV4Defaults(), yaml.WithIndent(2), yaml.WithCompactSeqIndent(false), yaml.WithLineWidth(-1),
		yaml.WithQuotePreference(yaml.QuoteDouble),
	}, options)...)
	if err != nil {
		return "" // an empty text is refused later
	}
	return strings.NewReplacer(back...).Replace(onlySpaces.Get().ReplaceAllString(string(out), "$1"))
}

// commentsOfLines moves the comment at the end of a line to the last node on the line,
// which is the key or a value.
func commentsOfLines(n *yaml.Node) {
	for i := 1; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		from, to := n.Content[i-1], n.Content[i]
		if len(to.Content) > 0 {
			from, to = to, from
		}
		if from.LineComment != "" && n.Content[i].Style&yaml.FlowStyle == 0 {
			from.LineComment, to.LineComment = "", from.LineComment
		}
	}
}

// each calls f with a node and all nodes below it.
func each(n *yaml.Node, f func(*yaml.Node)) {
	f(n)
	for _, c := range n.Content {
		each(c, f)
	}
}

// same reports whether two trees have the same content.
func same(a, b *yaml.Node) bool {
	if isNull(a) && isNull(b) {
		return true
	}
	return a.Kind == b.Kind && a.Value == b.Value && slices.EqualFunc(a.Content, b.Content, same)
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// find returns the index of a key in the content of a mapping, or -1 if it is
// missing. The value follows the key.
func find(n *yaml.Node, key string) int {
	if n == nil || n.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return i
		}
	}
	return -1
}

func of(n *yaml.Node, key string) *yaml.Node {
	if i := find(n, key); i >= 0 && !isNull(n.Content[i+1]) {
		return n.Content[i+1]
	}
	return nil
}

// YAMLText returns a node for a text.
func YAMLText(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

// Literal returns a node for a number, true, false or a date.
func Literal(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

// ListYAML returns a node for a list.
func ListYAML(all ...*yaml.Node) *yaml.Node { return &yaml.Node{Kind: yaml.SequenceNode, Content: all} }

func add(n *yaml.Node, key string, v *yaml.Node) { n.Content = append(n.Content, YAMLText(key), v) }
