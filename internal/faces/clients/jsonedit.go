package clients

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

type jsonEditor struct{ format ConfigFormat }

// find walks to the object that should hold the entry. left are the names
// that are not there yet, the entry's own last.
func (e jsonEditor) find(doc []byte, path []string) (object jsonNode, left []string, err error) {
	object, err = readJSON(doc, e.format)
	if err != nil {
		return object, nil, err
	}
	for i, key := range path[:len(path)-1] {
		m := object.member(key)
		if m < 0 {
			return object, path[i:], nil
		}
		object = object.members[m].value
		if !object.object {
			return object, nil, shapeError(key, "no object in braces")
		}
	}
	return object, path[len(path)-1:], nil
}

func (e jsonEditor) has(doc []byte, path []string) (bool, error) {
	object, left, err := e.find(doc, path)
	return err == nil && len(left) == 1 && object.member(left[0]) >= 0, err
}

func (e jsonEditor) insert(doc []byte, path []string, entry Object) ([]byte, error) {
	object, left, err := e.find(doc, path)
	if err != nil {
		return nil, err
	}
	if object.start == object.end { // an empty document
		return e.fresh(doc, path, entry), nil
	}
	l := e.layout(doc, object)
	if i := object.member(left[0]); i >= 0 {
		v := object.members[i].value
		if e.says(doc[v.start:v.end], entry) {
			return doc, nil
		}
		return splice(doc, v.start, v.end, l.render(entry)), nil
	}
	var value any = entry
	for _, key := range slices.Backward(left[1:]) {
		value = Object{{key, value}}
	}
	return l.add(doc, object, quote(left[0])+": "+l.render(value)), nil
}

// says reports whether a value means the entry already, however it is set.
func (e jsonEditor) says(value []byte, entry Object) bool {
	same, err := e.same(value, []byte(Line(entry)), []string{""})
	return err == nil && same
}

func (e jsonEditor) fresh(doc []byte, path []string, entry Object) []byte {
	var value any = entry
	for _, key := range slices.Backward(path) {
		value = Object{{key, value}}
	}
	l := layout{nl: newline(doc), unit: "  ", lines: true}
	return append(slices.Clone(doc), l.render(value)+l.nl...)
}

// layout is how an object's members are set.
type layout struct {
	nl, unit string // line end, one step of indentation
	indent   string // of the object's members
	outer    string // of the line that the object closes on
	lines    bool   // a member a line
}

func (e jsonEditor) layout(doc []byte, object jsonNode) layout {
	l := layout{nl: newline(doc), unit: "  "}
	if root, err := readJSON(doc, e.format); err == nil && len(root.members) > 0 {
		if in, ok := ownLine(doc, root.members[0].start); ok && in != "" {
			l.unit = in
		}
	}
	l.outer = leading(doc, object.start)
	l.lines = bytes.Contains(doc[object.start:object.end], []byte("\n")) || len(object.members) == 0
	l.indent = l.outer + l.unit
	if len(object.members) > 0 {
		if in, ok := ownLine(doc, object.members[0].start); ok {
			l.indent = in
		}
	}
	return l
}

// leading are the blanks that a place's line begins with.
func leading(doc []byte, at int) string {
	line := string(doc[bytes.LastIndexByte(doc[:at], '\n')+1 : at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// ownLine is the indentation of something that begins its line.
func ownLine(doc []byte, at int) (string, bool) {
	from := bytes.LastIndexByte(doc[:at], '\n') + 1
	line := string(doc[from:at])
	return line, from > 0 && strings.Trim(line, " \t") == ""
}

// add puts a member behind the last one.
func (l layout) add(doc []byte, object jsonNode, text string) []byte {
	closing := object.end - 1
	at := lastInk(doc, object.start+1, closing)
	if len(object.members) == 0 {
		end := ""
		if !bytes.Contains(doc[at:closing], []byte("\n")) {
			end = l.nl + l.outer
		}
		return splice(doc, at, at, l.nl+l.indent+text+end)
	}
	lead := " "
	if l.lines {
		lead = l.nl + l.indent
	}
	last := object.members[len(object.members)-1]
	if last.comma >= 0 { // the file likes a comma behind the last one
		return splice(doc, at, at, lead+text+",")
	}
	out := splice(doc, at, at, lead+text)
	return splice(out, last.value.end, last.value.end, ",")
}

// lastInk is the end of the last byte between two places that is no blank.
func lastInk(doc []byte, from, to int) int {
	return from + len(bytes.TrimRight(doc[from:to], " \t\r\n"))
}

func (e jsonEditor) remove(doc []byte, path []string) ([]byte, error) {
	object, left, err := e.find(doc, path)
	if err != nil {
		return nil, err
	}
	i := object.member(left[0])
	m, before := object.members[i], object.start+1
	if i > 0 {
		before = object.members[i-1].value.end
	}
	from := lastInk(doc, before, m.start)
	switch {
	case m.comma >= 0:
		doc = splice(doc, m.comma, m.comma+1, "")
		if strings.TrimSpace(string(doc[m.value.end:m.comma])) == "" {
			return splice(doc, from, m.comma, ""), nil
		}
		return splice(doc, from, m.value.end, ""), nil
	case i > 0:
		comma := object.members[i-1].comma
		return splice(splice(doc, from, m.value.end, ""), comma, comma+1, ""), nil
	}
	out := splice(doc, from, m.value.end, "")
	closing := object.end - 1 - (m.value.end - from)
	if inner := out[object.start+1 : closing]; bytes.Contains(inner, []byte("\n")) && len(bytes.TrimSpace(inner)) == 0 {
		out = splice(out, object.start+1, closing, "")
	}
	return out, nil
}

func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("graft: a string cannot be encoded: " + err.Error())
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
		panic("graft: an entry holds what JSON cannot: " + err.Error())
	}
	return string(b)
}

// leaf is one scalar (or an empty object or array) with the way to it.
type leaf struct{ path, text string }

func (e jsonEditor) same(a, b []byte, path []string) (bool, error) {
	x, err := e.leaves(a, path)
	if err != nil {
		return false, err
	}
	y, err := e.leaves(b, path)
	return slices.Equal(x, y), err
}

func (e jsonEditor) leaves(doc []byte, skip []string) ([]leaf, error) {
	root, err := readJSON(doc, e.format)
	if err != nil {
		return nil, err
	}
	var out []leaf
	collect(doc, root, nil, skip, &out)
	return out, nil
}

// collect lists the leaves below a node. Objects that lead to skip are no
// leaves, since they may have been made for it.
func collect(doc []byte, n jsonNode, at, skip []string, out *[]leaf) {
	if slices.Equal(at, skip) {
		return
	}
	for _, m := range n.members {
		collect(doc, m.value, append(slices.Clone(at), m.key), skip, out)
	}
	for _, item := range n.items {
		collect(doc, item, append(slices.Clone(at), "[]"), skip, out)
	}
	if len(n.members)+len(n.items) > 0 || len(at) < len(skip) && n.object && slices.Equal(at, skip[:len(at)]) {
		return
	}
	text := string(doc[n.start:n.end])
	if n.object {
		text = "{}"
	}
	*out = append(*out, leaf{strings.Join(at, "\x00"), text})
}

// Line writes an object as JSON on one line.
func Line(o Object) string { return layout{}.render(o) }

// Link is the form of a link that adds a server to a client by a click.
type Link string

// The links: {name} is the server's name, {base64} its entry in base64, and
// {json} its entry with its name, escaped for a URL.
const (
	NoLink      Link = ""
	CursorLink  Link = "cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={base64}"
	VSCodeLink  Link = "vscode:mcp/install?{json}"
	LMStudioURL Link = "lmstudio://add_mcp?name={name}&config={base64}"
)

// Deeplink is the link that offers the server to the client, or "". It holds
// no key.
func (c Client) Deeplink(s Server) string {
	if c.Link == NoLink || s.HTTP() && (c.HoldsKey(s) || c.Prompts) {
		return ""
	}
	entry, err := c.Entry(s)
	if err != nil {
		return ""
	}
	named := append(Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", url.QueryEscape(s.Name),
		"{base64}", url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(Line(entry)))),
		"{json}", strings.ReplaceAll(url.QueryEscape(Line(named)), "+", "%20"),
	).Replace(string(c.Link))
}
