package clients

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ConfigFormat is how a file is written.
type ConfigFormat string

// The formats. JSON is strict; JSONC allows comments and trailing commas,
// JSON5 also bare names and single quotes.
const (
	JSON  ConfigFormat = "JSON"
	JSONC ConfigFormat = "JSON with comments"
	JSON5 ConfigFormat = "JSON5"
	TOML  ConfigFormat = "TOML"
	YAML  ConfigFormat = "YAML"
)

// Object is an entry's content, in order.
type Object []Member

// Member is one name with its value: a string, bool, int, []string, Object or
// [Verbatim].
type Member struct {
	Key   string
	Value any
}

// editor is one format's way to find and change an entry. All of its
// functions refuse a document that does not parse.
type editor interface {
	has(doc []byte, path []string) (bool, error)
	read(doc []byte, path []string) (entry Object, found bool, err error)
	insert(doc []byte, path []string, entry Object) ([]byte, error)
	remove(doc []byte, path []string) ([]byte, error)
	// same reports whether two documents mean the same but for what is at path.
	same(a, b []byte, path []string) (bool, error)
}

func (f ConfigFormat) editor() editor {
	switch f {
	case TOML:
		return tomlEditor{}
	case YAML:
		return yamlEditor{}
	}
	return jsonEditor{f}
}

// ConfigHas reports whether the document has an entry at path.
func ConfigHas(f ConfigFormat, doc []byte, path ...string) (bool, error) {
	return f.editor().has(doc, path)
}

// Insert puts the entry at path, in place of what is there, and makes the
// objects above it where they are missing. An empty document becomes one that
// holds the entry alone.
func Insert(f ConfigFormat, doc []byte, entry Object, path ...string) ([]byte, error) {
	e := f.editor()
	out, err := e.insert(doc, path, entry)
	if err != nil {
		return nil, err
	}
	return checked(e, doc, out, path, true)
}

// Remove takes the entry at path out. A document without it is returned as it
// is. Objects that [Insert] had to make stay, empty.
func Remove(f ConfigFormat, doc []byte, path ...string) ([]byte, error) {
	e := f.editor()
	found, err := e.has(doc, path)
	if err != nil || !found {
		return doc, err
	}
	out, err := e.remove(doc, path)
	if err != nil {
		return nil, err
	}
	return checked(e, doc, out, path, false)
}

// checked reads the result back: it must parse, hold the entry or not, and
// mean the same elsewhere.
func checked(e editor, before, after []byte, path []string, want bool) ([]byte, error) {
	has, err := e.has(after, path)
	if err == nil && has == want {
		var same bool
		if same, err = e.same(before, after, path); err == nil && same {
			return after, nil
		}
	}
	return nil, training.Errorf(training.KindUnsupported, "The file is written in a way that cannot be changed safely.").
		WithFix("Edit it by hand: lapkeep mcp config prints the block.")
}

// Comes reports whether current is original with an entry put in at path, and
// nothing else changed: then original is what taking it out should leave.
func Comes(f ConfigFormat, current, original []byte, path ...string) bool {
	if had, err := ConfigHas(f, original, path...); err != nil || had {
		return false
	}
	again, err := Insert(f, original, Object{{"command", "x"}}, path...)
	if err != nil {
		return false
	}
	a, err := Remove(f, again, path...)
	if err != nil {
		return false
	}
	b, err := Remove(f, current, path...)
	return err == nil && bytes.Equal(a, b) && !bytes.Equal(b, current)
}

// Render writes a document that holds the entry alone.
func Render(f ConfigFormat, entry Object, path ...string) string {
	out, err := Insert(f, nil, entry, path...)
	if err != nil {
		panic("graft: an empty document cannot be refused: " + err.Error())
	}
	return string(out)
}

// syntaxError says where a document stops being what it should be.
func syntaxError(f ConfigFormat, doc []byte, at int, format string, args ...any) error {
	at = min(at, len(doc))
	line := bytes.Count(doc[:at], []byte("\n")) + 1
	return lineError(f, line, i18n.Sentencef(format, args...))
}

func lineError(f ConfigFormat, line int, what i18n.Sentence) error {
	return training.Errorf(training.KindInvalid, "Line %d is not valid %s: %s.", line, f, what).
		WithFix("Correct that line, or restore the file; nothing was changed.")
}

func shapeError(key string, what i18n.Sentence) error {
	return training.Errorf(training.KindUnsupported, "%q is %s in this file.", key, what).
		WithFix("Edit it by hand: lapkeep mcp config prints the block.")
}

// newline is the document's own line end.
func newline(doc []byte) string {
	if bytes.Contains(doc, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// splice replaces doc[from:to].
func splice(doc []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(doc)+len(with))
	out = append(out, doc[:from]...)
	out = append(out, with...)
	return append(out, doc[to:]...)
}

// Verbatim is a value of another kind than those of a [Member], as its file
// writes it. It can be put back into a file of the same format alone.
type Verbatim string

// ReadConfig is the entry at path; found is false if the document has none. Comments
// in it are not read. An entry that is written in a way that [Insert] refuses
// is refused here too.
func ReadConfig(f ConfigFormat, doc []byte, path ...string) (entry Object, found bool, err error) {
	return f.editor().read(doc, path)
}

// Get is the value of a name.
func (o Object) Get(key string) (any, bool) {
	i := slices.IndexFunc(o, func(m Member) bool { return m.Key == key })
	if i < 0 {
		return nil, false
	}
	return o[i].Value, true
}

// With is the object saying value of key: in its place, or behind the others.
func (o Object) With(key string, value any) Object {
	o = slices.Clone(o)
	if i := slices.IndexFunc(o, func(m Member) bool { return m.Key == key }); i >= 0 {
		o[i].Value = value
		return o
	}
	return append(o, Member{key, value})
}

// Without is the object without some names.
func (o Object) Without(keys ...string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return slices.Contains(keys, m.Key) })
}

// put sets a value below names, with objects made where they are missing.
func (o Object) put(names []string, value any) Object {
	if len(names) == 1 {
		return o.With(names[0], value)
	}
	below, _ := o.Get(names[0])
	inner, _ := below.(Object)
	return o.With(names[0], inner.put(names[1:], value))
}

// texts are the values as texts, if all of them are.
func texts(values []any) ([]string, bool) {
	out := make([]string, len(values))
	for i, v := range values {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		out[i] = s
	}
	return out, true
}

// word is a bare word or number of JSON and TOML.
func word(text string) any {
	if text == "true" || text == "false" {
		return text == "true"
	}
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return n
	}
	return Verbatim(text)
}

// unquoted is a text in double quotes; one with escapes that JSON does not
// have stays as it is written.
func unquoted(text string) any {
	var s string
	if json.Unmarshal([]byte(text), &s) != nil {
		return Verbatim(text)
	}
	return s
}

func (e jsonEditor) read(doc []byte, path []string) (Object, bool, error) {
	object, left, err := e.find(doc, path)
	if err != nil || len(left) > 1 {
		return nil, false, err
	}
	i := object.member(left[0])
	if i < 0 {
		return nil, false, nil
	}
	entry, ok := jsonValue(doc, object.members[i].value).(Object)
	if !ok {
		return nil, true, shapeError(left[0], "no object in braces")
	}
	return entry, true, nil
}

func jsonValue(doc []byte, n jsonNode) any {
	text := string(doc[n.start:n.end])
	switch {
	case n.object:
		out := Object{}
		for i, m := range n.members {
			if n.member(m.key) == i {
				out = append(out, Member{m.key, jsonValue(doc, m.value)})
			}
		}
		return out
	case text[0] == '[':
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = jsonValue(doc, item)
		}
		if list, ok := texts(items); ok {
			return list
		}
		return Verbatim(text)
	case text[0] == '"':
		return unquoted(text)
	case text[0] == '\'':
		inner := strings.ReplaceAll(text[1:len(text)-1], `\'`, `'`)
		if s, ok := unquoted(`"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`).(string); ok {
			return s
		}
		return Verbatim(text)
	}
	return word(text)
}
