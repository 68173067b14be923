package clients

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// yamlDocument is edited as text, at the lines that the parser reports, because the
// parser's writer would reformat other entries. An entry is a block below a mapping
// at the left margin, so path has two names.
type yamlDocument struct {
	doc   []byte
	lines []string // each with its line end
	root  yaml.Node
	all   map[string]any
}

func parseYAML(doc []byte) (document, error) {
	d := yamlDocument{doc: doc, lines: slices.Collect(strings.Lines(string(doc)))}
	text := bytes.ReplaceAll(doc, []byte("\r\n"), []byte("\n"))
	if bytes.ContainsRune(text, '\r') {
		return nil, unsafeChange() // the parser treats it as a line end, unlike this code
	}
	load, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithV4Defaults())
	if err != nil {
		return nil, invalidYAML(err)
	}
	var file, second yaml.Node
	if err := load.Load(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, invalidYAML(err)
	}
	if len(file.Content) > 0 {
		if err := file.Decode(&d.all); err != nil {
			return nil, invalidYAML(err)
		}
		d.root = *file.Content[0]
	}
	switch err := load.Load(&second); {
	case err == nil:
		return nil, lineError(YAML, second.Line, "a second document, which this file may not have")
	case !errors.Is(err, io.EOF):
		return nil, invalidYAML(err)
	}
	return d, nil
}

func invalidYAML(err error) error {
	told, ok := errors.AsType[*yaml.LoadError](err)
	if all, several := errors.AsType[*yaml.LoadErrors](err); several && !ok && len(all.Errors) > 0 {
		told, ok = all.Errors[0], true
	}
	switch {
	case !ok || told.Mark.Line == 0:
		return lineError(YAML, 1, "it is not a mapping")
	case told.ContextMark.Line > 0:
		return lineError(YAML, told.ContextMark.Line, i18n.Name(told.Message))
	}
	return lineError(YAML, told.Mark.Line, i18n.Name(told.Message))
}

func (d yamlDocument) meaning() map[string]any { return d.all }

// yamlBlock is the mapping that holds the entries, as line numbers.
type yamlBlock struct {
	header int          // the line of the mapping's own name, or -1
	empty  bool         // the mapping has no content, or is {} or null
	end    int          // the line after its last one
	indent string       // indentation of its names
	pairs  []*yaml.Node // its names and values, alternating
}

func (d yamlDocument) block(key string) (yamlBlock, error) {
	b := yamlBlock{header: -1, indent: "  "}
	from, to, value := d.place(d.root.Content, key, len(d.lines))
	if value == nil {
		return b, nil
	}
	// Comments at the left margin belong to what follows.
	for to > from+1 && (strings.TrimSpace(d.lines[to-1]) == "" || strings.HasPrefix(d.lines[to-1], "#")) {
		to--
	}
	b.header, b.end = from, to
	switch {
	case value.ShortTag() == "!!null":
		b.empty = true
	case value.Kind != yaml.MappingNode || value.Anchor != "":
		return b, shapeError(key, "not a mapping")
	case len(value.Content) == 0:
		b.empty = true
	case value.Style&yaml.FlowStyle != 0:
		return b, shapeError(key, "written on one line")
	default:
		b.pairs, b.indent = value.Content, strings.Repeat(" ", value.Content[0].Column-1)
	}
	return b, nil
}

// place returns the lines from a name to the next name, or to the line end, and the name's
// value, or nil if the name is missing.
func (d yamlDocument) place(pairs []*yaml.Node, key string, end int) (from, to int, value *yaml.Node) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].Value != key {
			continue
		}
		if i+2 < len(pairs) {
			end = pairs[i+2].Line - 1
		}
		return pairs[i].Line - 1, end, pairs[i+1]
	}
	return 0, 0, nil
}

// entry returns the lines of one name in the block. Comments and empty lines after
// it are not included.
func (d yamlDocument) entry(b yamlBlock, key string) (from, to int, err error) {
	from, to, value := d.place(b.pairs, key, b.end)
	if value == nil {
		return 0, 0, shapeError(key, "written in another form")
	}
	for to > from+1 {
		if text := strings.TrimSpace(d.lines[to-1]); text != "" && text[0] != '#' {
			break
		}
		to--
	}
	return from, to, nil
}

func (d yamlDocument) insert(path []string, entry Object) ([]byte, error) {
	nl := newline(d.doc)
	b, err := d.block(path[0])
	if err != nil {
		return nil, err
	}
	if b.header < 0 {
		return d.joined(len(d.lines), len(d.lines), path[0]+":"+nl+yamlEntry("  ", path[1], entry, nl)), nil
	}
	text := yamlEntry(b.indent, path[1], entry, nl)
	if _, had, _ := d.read(path); had {
		from, to, err := d.entry(b, path[1])
		if err != nil {
			return nil, err
		}
		return d.joined(from, to, text), nil
	}
	if b.empty {
		line := d.lines[b.header]
		at := strings.IndexByte(line, ':') + 1
		comment := line[len(strings.TrimRight(line, "\r\n")):]
		if i := strings.Index(line, " #"); i >= 0 {
			comment = line[i:]
		}
		d.lines[b.header] = line[:at] + comment
	}
	return d.joined(b.end, b.end, text), nil
}

// joined returns the document with a range of lines replaced by text. The last
// line keeps or lacks its line ending as before.
func (d yamlDocument) joined(from, to int, text string) []byte {
	nl := newline(d.doc)
	before, after := strings.Join(d.lines[:from], ""), strings.Join(d.lines[to:], "")
	open := len(d.lines) > 0 && !bytes.HasSuffix(d.doc, []byte("\n"))
	if text == "" && open && after == "" {
		return []byte(strings.TrimSuffix(before, nl))
	}
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += nl
	}
	if open && after == "" {
		text = strings.TrimSuffix(text, nl)
	}
	return []byte(before + text + after)
}

func (d yamlDocument) remove(path []string) ([]byte, error) {
	b, err := d.block(path[0])
	if err != nil {
		return nil, err
	}
	from, to, err := d.entry(b, path[1])
	if err != nil {
		return nil, err
	}
	return d.joined(from, to, ""), nil
}

// yamlEntry writes an entry. Strings are written as JSON, which is valid YAML.
func yamlEntry(indent, key string, o Object, nl string) string {
	var b strings.Builder
	b.WriteString(indent + yamlName(key) + ":" + nl)
	for _, m := range o {
		if v, ok := m.Value.(Object); ok && len(v) > 0 {
			b.WriteString(yamlEntry(indent+"  ", m.Key, v, nl))
			continue
		}
		b.WriteString(indent + "  " + yamlName(m.Key) + ": " + layout{}.render(m.Value) + nl)
	}
	return b.String()
}

var yamlPlain = textclean.LazyRegexp(`^[A-Za-z][\w-]*$`)

func yamlName(k string) string {
	if yamlPlain.Get().MatchString(k) {
		return k
	}
	return quote(k)
}

func (d yamlDocument) read(path []string) (Object, bool, error) {
	value := &d.root
	for _, key := range path {
		if value.Kind != yaml.MappingNode {
			return nil, false, nil
		}
		if _, _, value = d.place(value.Content, key, 0); value == nil {
			return nil, false, nil
		}
	}
	entry, ok := yamlValue(value).(Object)
	if !ok {
		return nil, true, shapeError(path[len(path)-1], "not a mapping")
	}
	return entry, true, nil
}

// yamlValue converts a parsed value; values of other kinds are written as JSON,
// which is valid YAML.
func yamlValue(n *yaml.Node) any {
	if n.Kind == yaml.AliasNode {
		return yamlValue(n.Alias)
	}
	switch n.ShortTag() {
	case "!!str":
		return n.Value
	case "!!bool":
		return n.Value == "true"
	case "!!int":
		return word(n.Value)
	case "!!map":
		out := Object{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = append(out, Member{n.Content[i].Value, yamlValue(n.Content[i+1])})
		}
		return out
	case "!!null":
		return Verbatim("null")
	case "!!seq":
		items, parts := make([]any, len(n.Content)), make([]string, len(n.Content))
		for i, c := range n.Content {
			items[i] = yamlValue(c)
			parts[i] = layout{}.render(items[i])
		}
		if list, ok := texts(items); ok {
			return list
		}
		return Verbatim("[" + strings.Join(parts, ", ") + "]")
	}
	return Verbatim(n.Value)
}
