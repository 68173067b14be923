package clients

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// yamlEditor writes an entry as a block below a mapping at the left edge:
// path has two names. Lines are edited as text; what they mean is checked by
// a real parser before and after.
type yamlEditor struct{}

var yamlErrorLine = textclean.LazyRegexp(`^\[(\d+):\d+\] ([^\n]*)`)

func readYAML(doc []byte) (m map[string]any, err error) {
	err = decodeYAML(doc, &m)
	return m, err
}

func decodeYAML(doc []byte, into any, how ...yaml.DecodeOption) (err error) {
	defer func() { // the parser of a file that is not ours may fail in any way
		if p := recover(); p != nil {
			err = lineError(YAML, 1, i18n.Name(fmt.Sprint(p)))
		}
	}()
	err = yaml.UnmarshalWithOptions(doc, into, how...)
	if err == nil {
		return nil
	}
	if found := yamlErrorLine.Get().FindStringSubmatch(err.Error()); found != nil {
		line, _ := strconv.Atoi(found[1])
		return lineError(YAML, line, i18n.Name(found[2]))
	}
	return lineError(YAML, 1, "it is not a mapping")
}

func (yamlEditor) has(doc []byte, path []string) (bool, error) {
	m, err := readYAML(doc)
	if err != nil {
		return false, err
	}
	for _, key := range path[:len(path)-1] {
		m, _ = m[key].(map[string]any)
	}
	_, ok := m[path[len(path)-1]]
	return ok, nil
}

// yamlBlock is the mapping that holds entries, in lines.
type yamlBlock struct {
	lines  []string // each with its line end
	header int      // the line of the mapping's own name, or -1
	empty  bool     // it says {} or nothing
	end    int      // the line behind its last one
	indent string   // of its names
}

var (
	yamlHeader = textclean.LazyRegexp(`^(?:([\w.-]+)|"([^"\\]+)"|'([^']+)'):(.*)$`)
	yamlKey    = textclean.LazyRegexp(`^([ ]+)(?:([\w.-]+)|"([^"\\]+)"|'([^']+)'):(?:\s|$)`)
)

// name is the key that one of the patterns found.
func name(groups []string) string { return strings.Join(groups, "") }

func splitYAML(doc []byte, key string) (yamlBlock, error) {
	b := yamlBlock{lines: slices.Collect(strings.Lines(string(doc))), header: -1, indent: "  "}
	for i, line := range b.lines {
		text := strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
		if i > 0 && strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") {
			return b, lineError(YAML, i+1, "a second document, which this file may not have")
		}
		if m := yamlHeader.Get().FindStringSubmatch(text); m != nil && name(m[1:4]) == key {
			b.header = i
			if err := b.value(key, m[4]); err != nil {
				return b, err
			}
		}
	}
	if b.header >= 0 {
		b.extent()
	}
	return b, nil
}

// value checks the text behind the mapping's name.
func (b *yamlBlock) value(key, text string) error {
	text, _, _ = strings.Cut(text, " #")
	switch strings.TrimSpace(text) {
	case "":
		return nil
	case "{}", "null", "~":
		b.empty = true
		return nil
	}
	return shapeError(key, "written on one line")
}

// extent finds the block's last line and its indentation.
func (b *yamlBlock) extent() {
	b.end = b.header + 1
	first := true
	for i := b.header + 1; i < len(b.lines); i++ {
		text := strings.TrimRight(b.lines[i], " \t\r\n")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if text[0] != ' ' {
			return
		}
		if first && !strings.HasPrefix(strings.TrimSpace(text), "#") {
			b.indent = text[:len(text)-len(strings.TrimLeft(text, " "))]
			first = false
		}
		b.end = i + 1
	}
}

// entry is the range of lines of one name in the block.
func (b yamlBlock) entry(key string) (from, to int, ok bool) {
	for i := b.header + 1; i < b.end; i++ {
		m := yamlKey.Get().FindStringSubmatch(strings.TrimRight(b.lines[i], "\r\n"))
		if ok && m != nil && len(m[1]) <= len(b.indent) {
			return from, to, true
		}
		if !ok && m != nil && m[1] == b.indent && name(m[2:5]) == key {
			from, ok = i, true
		}
		text := strings.TrimRight(b.lines[i], " \t\r\n")
		deeper := strings.HasPrefix(text, b.indent+" ") || strings.HasPrefix(text, b.indent+"-")
		if ok && (i == from || deeper && !strings.HasPrefix(strings.TrimSpace(text), "#")) {
			to = i + 1
		}
	}
	return from, to, ok
}

func (e yamlEditor) insert(doc []byte, path []string, entry Object) ([]byte, error) {
	if len(path) != 2 {
		return nil, errors.New("graft: a YAML entry has two names")
	}
	had, err := e.has(doc, path)
	if err != nil {
		return nil, err
	}
	b, err := splitYAML(doc, path[0])
	if err != nil {
		return nil, err
	}
	nl := newline(doc)
	if b.header < 0 {
		text := path[0] + ":" + nl + yamlEntry("  ", path[1], entry, nl)
		return []byte(b.joined(len(b.lines), len(b.lines), text, nl)), nil
	}
	if b.empty {
		line := b.lines[b.header]
		at := strings.IndexByte(line, ':') + 1
		comment := line[len(strings.TrimRight(line, "\r\n")):]
		if i := strings.Index(line, " #"); i >= 0 {
			comment = line[i:]
		}
		b.lines[b.header] = line[:at] + comment
	}
	text := yamlEntry(b.indent, path[1], entry, nl)
	if had {
		if from, to, ok := b.entry(path[1]); ok {
			return []byte(b.joined(from, to, text, nl)), nil
		}
		return nil, shapeError(path[1], "written in another way")
	}
	return []byte(b.joined(b.end, b.end, text, nl)), nil
}

// joined is the document with other lines in place of a range. Whether the
// last line is ended stays as it was.
func (b yamlBlock) joined(from, to int, text, nl string) string {
	before, after := strings.Join(b.lines[:from], ""), strings.Join(b.lines[to:], "")
	open := len(b.lines) > 0 && !strings.HasSuffix(b.lines[len(b.lines)-1], "\n")
	if text == "" && open && after == "" {
		return strings.TrimSuffix(before, nl)
	}
	if before != "" && before != "\ufeff" && !strings.HasSuffix(before, "\n") {
		before += nl
	}
	if open && after == "" {
		text = strings.TrimSuffix(text, nl)
	}
	return before + text + after
}

func (e yamlEditor) remove(doc []byte, path []string) ([]byte, error) {
	b, err := splitYAML(doc, path[0])
	if err != nil {
		return nil, err
	}
	from, to, ok := b.entry(path[len(path)-1])
	if !ok {
		return nil, shapeError(path[len(path)-1], "written in another way")
	}
	return []byte(b.joined(from, to, "", newline(doc))), nil
}

func (yamlEditor) same(a, b []byte, path []string) (bool, error) {
	x, err := readYAML(a)
	if err != nil {
		return false, err
	}
	y, err := readYAML(b)
	return err == nil && reflect.DeepEqual(without(x, path), without(y, path)), err
}

// without takes the entry out, and the mapping above it if that is then empty.
func without(m map[string]any, path []string) map[string]any {
	below, ok := m[path[0]].(map[string]any)
	if ok {
		delete(below, path[1])
	}
	if v, there := m[path[0]]; there && (len(below) == 0 && ok || v == nil) {
		delete(m, path[0])
	}
	if len(m) == 0 {
		return nil
	}
	return m
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

func (yamlEditor) read(doc []byte, path []string) (Object, bool, error) {
	var m yaml.MapSlice
	if err := decodeYAML(doc, &m, yaml.UseOrderedMap()); err != nil {
		return nil, false, err
	}
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

// yamlValue is a value that the parser found; those of other kinds are written
// as in JSON, which YAML reads.
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
