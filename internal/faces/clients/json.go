package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// jsonDocument is a syntax tree that keeps white space and comments.
type jsonDocument struct {
	format ConfigFormat
	root   hujson.Value
	bare   bool // the file has only white space and comments, all before the root
}

func parseJSON(f ConfigFormat, doc []byte) (document, error) {
	if bytes.Contains(doc, []byte(hidden)) || f == JSON5 && !utf8.Valid(doc) {
		return nil, unsafeChange()
	}
	src := doc
	if f == JSON5 {
		src = hideJSON5(doc)
	}
	root, err := hujson.Parse(slices.Concat(src, []byte("\n"))) // a comment on the last line needs a line end
	if err != nil {
		if empty, failed := hujson.Parse(slices.Concat(src, []byte("\n{}"))); failed == nil {
			return jsonDocument{f, empty, true}, nil
		}
		return nil, invalidJSON(f, doc, err)
	}
	root.AfterExtra = root.AfterExtra[:len(root.AfterExtra)-1]
	if f == JSON && !root.IsStandard() {
		var strict json.RawMessage
		at, _ := errors.AsType[*json.SyntaxError](json.Unmarshal(doc, &strict))
		return nil, syntaxError(f, doc, int(at.Offset)-1, "it has a comment, or a comma before a closing bracket, which this file must "+
			"not have")
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, syntaxError(f, doc, root.StartOffset, "the file must be an object in braces")
	}
	return jsonDocument{f, root, false}, nil
}

var jsonError = textclean.LazyRegexp(`(?s)^hujson: line (\d+), column \d+: (.*)$`)

// invalidJSON rewords the parser's error about a document. It does not repeat any
// value, because a value may be a secret.
func invalidJSON(f ConfigFormat, doc []byte, err error) error {
	found := jsonError.Get().FindStringSubmatch(err.Error())
	if found == nil {
		return unsafeChange()
	}
	line, _ := strconv.Atoi(found[1])
	line = min(line, len(slices.Collect(bytes.Lines(doc))))
	switch {
	case strings.Contains(found[2], "unexpected EOF"):
		return lineError(f, line, "the file ends too early")
	case strings.HasPrefix(found[2], `invalid literal: "`):
		return lineError(f, line, "a string has an invalid escape; write a backslash twice")
	case strings.HasPrefix(found[2], "invalid literal"):
		return lineError(f, line, "a value is missing or misspelt")
	}
	return lineError(f, line, i18n.Name(found[2]))
}

func (d jsonDocument) text() []byte { return shownJSON5(d.format, d.root.Pack()) }

// jsonMember returns the index of the last member with the given name, or -1. Of several
// members with one name, readers use the last.
func jsonMember(o *hujson.Object, key string) int {
	for i, m := range slices.Backward(o.Members) {
		if name, ok := jsonText(m.Name.Value); ok && name == key {
			return i
		}
	}
	return -1
}

// find walks to the object that should hold the entry. left lists the missing names, ending
// with the entry's own.
func (d jsonDocument) find(path []string) (at hujson.Value, object *hujson.Object, left []string, err error) {
	at, object = d.root, d.root.Value.(*hujson.Object)
	for i, key := range path[:len(path)-1] {
		m := jsonMember(object, key)
		if m < 0 {
			return at, object, path[i:], nil
		}
		var ok bool
		at = object.Members[m].Value
		if object, ok = at.Value.(*hujson.Object); !ok {
			return at, nil, nil, shapeError(key, "not an object in braces")
		}
	}
	return at, object, path[len(path)-1:], nil
}

func (d jsonDocument) read(path []string) (Object, bool, error) {
	_, object, left, err := d.find(path)
	if err != nil || len(left) > 1 {
		return nil, false, err
	}
	i := jsonMember(object, left[0])
	if i < 0 {
		return nil, false, nil
	}
	entry, ok := d.value(object.Members[i].Value.Value).(Object)
	if !ok {
		return nil, true, shapeError(left[0], "not an object in braces")
	}
	return entry, true, nil
}

// value returns a value in the form of a [Member].
func (d jsonDocument) value(v hujson.ValueTrimmed) any {
	if object, ok := v.(*hujson.Object); ok {
		out, last := Object{}, map[string]int{}
		for i, m := range object.Members {
			key, _ := jsonText(m.Name.Value)
			last[key] = i
		}
		for i, m := range object.Members {
			if key, ok := jsonText(m.Name.Value); ok && last[key] == i {
				out = append(out, Member{key, d.value(m.Value.Value)})
			}
		}
		return out
	}
	text := string(shownJSON5(d.format, hujson.Value{Value: v}.Pack()))
	switch v := v.(type) {
	case *hujson.Array:
		items := make([]any, len(v.Elements))
		for i, item := range v.Elements {
			items[i] = d.value(item.Value)
		}
		if list, ok := texts(items); ok {
			return list
		}
	case hujson.Literal:
		if s, ok := jsonText(v); ok && strings.ContainsRune(`"'`, rune(text[0])) {
			return s
		}
		return word(text)
	}
	return Verbatim(text)
}

func (d jsonDocument) meaning() map[string]any { return jsonMeaning(d.root.Value).(map[string]any) }

func jsonMeaning(v hujson.ValueTrimmed) any {
	switch v := v.(type) {
	case *hujson.Object:
		out := map[string]any{}
		for _, m := range v.Members {
			name, _ := jsonText(m.Name.Value)
			out[name] = jsonMeaning(m.Value.Value)
		}
		return out
	case *hujson.Array:
		out := make([]any, len(v.Elements))
		for i, item := range v.Elements {
			out[i] = jsonMeaning(item.Value)
		}
		return out
	}
	return string(v.(hujson.Literal))
}

func (d jsonDocument) insert(path []string, entry Object) ([]byte, error) {
	at, object, left, err := d.find(path)
	if err != nil {
		return nil, err
	}
	if d.bare {
		return d.fresh(path, entry), nil
	}
	l := d.layout(at, object)
	if i := jsonMember(object, left[0]); i >= 0 {
		object.Members[i].Value.Value = hujson.Literal(l.render(entry))
		return d.text(), nil
	}
	l.add(object, left[0], nested(left[1:], entry))
	return d.text(), nil
}

// nested returns the value wrapped in an object for each name.
func nested(names []string, value any) any {
	for _, key := range slices.Backward(names) {
		value = Object{{key, value}}
	}
	return value
}

func (d jsonDocument) fresh(path []string, entry Object) []byte {
	before := d.root.BeforeExtra[:len(d.root.BeforeExtra)-1] // the line end that the parser needed
	l := layout{nl: newline(before), unit: "  ", lines: true}
	if trimmed := bytes.TrimSpace(before); len(trimmed) > 0 && !bytes.HasSuffix(before, []byte("\n")) {
		before = slices.Concat(before, []byte(l.nl))
	}
	return slices.Concat(before, []byte(l.render(nested(path, entry))+l.nl))
}

// layout describes how an object's members are laid out.
type layout struct {
	nl, unit string // line end, one step of indentation
	indent   string // indentation of the object's members
	outer    string // indentation of the line that closes the object
	lines    bool   // one member per line
}

func (d jsonDocument) layout(at hujson.Value, object *hujson.Object) layout {
	doc := d.root.Pack()
	l := layout{nl: newline(doc), unit: "  "}
	if in, ok := ownLine(d.root.Value.(*hujson.Object)); ok && in != "" {
		l.unit = in
	}
	l.outer = leading(doc, at.StartOffset)
	l.lines = bytes.Contains(doc[at.StartOffset:at.EndOffset], []byte("\n")) || len(object.Members) == 0
	l.indent = l.outer + l.unit
	if in, ok := ownLine(object); ok {
		l.indent = in
	}
	return l
}

// leading returns the indentation of the line that contains a position.
func leading(doc []byte, at int) string {
	line := string(doc[bytes.LastIndexByte(doc[:at], '\n')+1 : at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// ownLine returns the indentation of an object's first member, if the member
// begins a line.
func ownLine(object *hujson.Object) (string, bool) {
	if len(object.Members) == 0 {
		return "", false
	}
	before := string(object.Members[0].Name.BeforeExtra)
	i := strings.LastIndexByte(before, '\n')
	return before[i+1:], i >= 0 && strings.Trim(before[i+1:], " \t") == ""
}

// add adds a member after the last one. It keeps a trailing comma.
func (l layout) add(object *hujson.Object, key string, value any) {
	comments, end := cutBlanks(object.AfterExtra)
	lead := l.nl + l.indent
	if !l.lines {
		lead = " "
	}
	m := hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: slices.Concat(comments, []byte(lead)), Value: hujson.Literal(quote(key))},
		Value: hujson.Value{BeforeExtra: []byte(" "), Value: hujson.Literal(l.render(value))},
	}
	if n := len(object.Members); n > 0 && object.Members[n-1].Value.AfterExtra != nil {
		m.Value.AfterExtra = []byte{}
	}
	if len(object.Members) == 0 && !bytes.Contains(end, []byte("\n")) {
		end = []byte(l.nl + l.outer)
	}
	object.Members, object.AfterExtra = append(object.Members, m), end
}

// cutBlanks separates the white space at the end from the comments before it.
func cutBlanks(extra []byte) (comments, blanks []byte) {
	n := len(bytes.TrimRight(extra, " \t\r\n"))
	return extra[:n], extra[n:]
}

// remove removes a member and leaves the comments around it.
func (d jsonDocument) remove(path []string) ([]byte, error) {
	_, object, left, err := d.find(path)
	if err != nil {
		return nil, err
	}
	i := jsonMember(object, left[0])
	m, last := object.Members[i], i == len(object.Members)-1
	object.Members = slices.Delete(object.Members, i, i+1)
	behind := &object.AfterExtra
	if !last {
		behind = &object.Members[i].Name.BeforeExtra
	}
	before, _ := cutBlanks(m.Name.BeforeExtra)
	if _, err := hujson.Parse(slices.Concat(before, *behind, []byte("{}"))); err != nil {
		before = m.Name.BeforeExtra // a line comment needs its line end
	}
	if len(bytes.TrimSpace(m.Value.AfterExtra)) > 0 {
		before = slices.Concat(before, m.Value.AfterExtra)
	}
	*behind = slices.Concat(before, *behind)
	if last && i > 0 {
		comma := &object.Members[i-1].Value.AfterExtra
		switch {
		case m.Value.AfterExtra != nil && *comma == nil:
			*comma = []byte{}
		case m.Value.AfterExtra == nil && *comma != nil:
			*behind, *comma = slices.Concat(*comma, *behind), nil
		}
	}
	if len(object.Members) == 0 && len(bytes.TrimSpace(object.AfterExtra)) == 0 && bytes.Contains(object.AfterExtra, []byte("\n")) {
		object.AfterExtra = nil
	}
	return d.text(), nil
}

func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("clients: a string cannot be encoded: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (l layout) render(v any) string {
	switch v := v.(type) {
	case Object:
		var parts []string
		inner := l
		inner.indent += l.unit
		for _, m := range v {
			parts = append(parts, quote(m.Key)+": "+inner.render(m.Value))
		}
		if !l.lines || len(parts) == 0 {
			return "{" + strings.Join(parts, ", ") + "}"
		}
		gap := l.nl + inner.indent
		return "{" + gap + strings.Join(parts, ","+gap) + l.nl + l.indent + "}"
	case []string:
		var parts []string
		for _, s := range v {
			parts = append(parts, quote(s))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return quote(v)
	case Verbatim:
		return string(v)
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic("clients: an entry holds what JSON cannot: " + err.Error())
	}
	return string(b)
}
