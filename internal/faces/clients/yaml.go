package clients

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// yamlDocument is edited as text, at the lines that the parser names: its writer would drop empty lines. An entry is a
// block below a mapping at the left edge: path has two names.
type yamlDocument struct {
	doc   []byte
	lines []string // each with its line end
	top   []*ast.MappingValueNode
	all   map[string]any
	slice yaml.MapSlice // the same, in order
}

var yamlErrorLine = textclean.LazyRegexp(`^\[(\d+):\d+\] ([^\n]*)`)

func parseYAML(doc []byte) (_ document, err error) {
	defer func() { // the parser of a file that is not ours may fail in any way
		if p := recover(); p != nil {
			err = lineError(YAML, 1, i18n.Name(fmt.Sprint(p)))
		}
	}()
	d := yamlDocument{doc: doc, lines: slices.Collect(strings.Lines(string(doc)))}
	text := bytes.ReplaceAll(doc, []byte("\r\n"), []byte("\n")) // or the parser counts empty lines twice
	if bytes.ContainsRune(text, '\r') {
		return nil, unsafeChange() // it ends a line for the parser alone
	}
	if err := yaml.Unmarshal(text, &d.all); err != nil {
		return nil, invalidYAML(err)
	}
	if err := yaml.UnmarshalWithOptions(text, &d.slice, yaml.UseOrderedMap()); err != nil {
		return nil, invalidYAML(err)
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, invalidYAML(err)
	}
	if len(file.Docs) > 1 {
		return nil, lineError(YAML, file.Docs[1].GetToken().Position.Line, "a second document, which this file may not have")
	}
	if len(file.Docs) == 1 {
		if m, ok := file.Docs[0].Body.(*ast.MappingNode); ok {
			d.top = m.Values
		}
	}
	return d, nil
}

func invalidYAML(err error) error {
	if found := yamlErrorLine.Get().FindStringSubmatch(err.Error()); found != nil {
		line, _ := strconv.Atoi(found[1])
		return lineError(YAML, line, i18n.Name(found[2]))
	}
	return lineError(YAML, 1, "it is not a mapping")
}

func (d yamlDocument) meaning() map[string]any { return d.all }

// yamlBlock is the mapping that holds entries, in lines.
type yamlBlock struct {
	header int    // the line of the mapping's own name, or -1
	empty  bool   // it says nothing, {} or null
	end    int    // the line behind its last one
	indent string // of its names
	pairs  []*ast.MappingValueNode
}

func (d yamlDocument) block(key string) (yamlBlock, error) {
	b := yamlBlock{header: -1, indent: "  "}
	from, to, value := d.place(d.top, key, len(d.lines))
	if value == nil {
		return b, nil
	}
	// Comments at the left edge are of what follows.
	for to > from+1 && (strings.TrimSpace(d.lines[to-1]) == "" || strings.HasPrefix(d.lines[to-1], "#")) {
		to--
	}
	b.header, b.end = from, to
	switch value := value.(type) {
	case *ast.NullNode:
		b.empty = true
	case *ast.MappingNode:
		b.empty, b.pairs = len(value.Values) == 0, value.Values
		if value.IsFlowStyle && !b.empty {
			return b, shapeError(key, "written on one line")
		}
		if !b.empty {
			b.indent = strings.Repeat(" ", value.Values[0].Key.GetToken().Position.Column-1)
		}
	default:
		return b, shapeError(key, "no mapping")
	}
	return b, nil
}

// place returns the lines from a name to the next one, or to end, and the name's value; nil if it is not there.
func (d yamlDocument) place(pairs []*ast.MappingValueNode, key string, end int) (from, to int, value ast.Node) {
	for i, p := range pairs {
		if p.Key.GetToken().Value != key {
			continue
		}
		if i+1 < len(pairs) {
			end = pairs[i+1].Key.GetToken().Position.Line - 1
		}
		return p.Key.GetToken().Position.Line - 1, end, p.Value
	}
	return 0, 0, nil
}

// entry returns the lines of one name in the block. Comments and empty lines behind it stay.
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

// joined returns the document with a range of lines replaced by text. Whether
// the last line has a line ending stays as it was.
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

// yamlEntry writes an entry. Texts are written as in JSON, which YAML reads.
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
	m := d.slice
	for _, key := range path[:len(path)-1] {
		m, _ = m.ToMap()[key].(yaml.MapSlice)
	}
	key := path[len(path)-1]
	v, found := m.ToMap()[key]
	if !found {
		return nil, false, nil
	}
	entry, ok := yamlValue(v).(Object)
	if !ok {
		return nil, true, shapeError(key, "no mapping")
	}
	return entry, true, nil
}

// yamlValue converts a value that the parser found; other kinds are written as
// in JSON, which YAML reads.
func yamlValue(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case uint64:
		return int(v)
	case int64:
		return int(v)
	case yaml.MapSlice:
		out := Object{}
		for _, item := range v {
			key, ok := item.Key.(string)
			if !ok {
				return yamlVerbatim(v)
			}
			out = append(out, Member{key, yamlValue(item.Value)})
		}
		return out
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = yamlValue(item)
		}
		if list, ok := texts(items); ok {
			return list
		}
	}
	return yamlVerbatim(v)
}

func yamlVerbatim(v any) Verbatim {
	b, err := yaml.MarshalWithOptions(v, yaml.JSON())
	if err != nil {
		return Verbatim(quote(fmt.Sprint(v)))
	}
	return Verbatim(strings.TrimSpace(string(b)))
}
