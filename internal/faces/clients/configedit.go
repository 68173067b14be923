package clients

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ConfigFormat is the format of a configuration file.
type ConfigFormat string

// The formats. JSON is strict; JSONC allows comments and trailing commas, and JSON5
// also allows bare names and single quotes.
const (
	JSON  ConfigFormat = "JSON"
	JSONC ConfigFormat = "JSON with comments"
	JSON5 ConfigFormat = "JSON5"
	TOML  ConfigFormat = "TOML"
	YAML  ConfigFormat = "YAML"
)

// Object is an entry's content, in order.
type Object []Member

// Member is a name with its value: a string, bool, int, []string, Object or
// [Verbatim].
type Member struct {
	Key   string
	Value any
}

// document is a parsed file of one format. Its changes return the new text.
type document interface {
	// meaning returns the document's whole content, without order.
	meaning() map[string]any
	read(path []string) (entry Object, found bool, err error)
	insert(path []string, entry Object) ([]byte, error)
	remove(path []string) ([]byte, error)
}

// byteOrderMark is at the start of files from some Windows programs.
const byteOrderMark = "\ufeff"

// deepest far exceeds the depth of any configuration. Parsers recurse at each level.
const deepest = 100_000

// parse returns an error if the document is not valid.
func (f ConfigFormat) parse(doc []byte) (document, error) {
	doc = bytes.TrimPrefix(doc, []byte(byteOrderMark))
	depth := 0
	for i, c := range doc {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth > deepest {
			return nil, syntaxError(f, doc, i, "it is nested too deeply")
		}
	}
	switch f {
	case TOML:
		return parseTOML(doc)
	case YAML:
		return parseYAML(doc)
	}
	return parseJSON(f, doc)
}

// ConfigHas reports whether the document has an entry at path.
func ConfigHas(f ConfigFormat, doc []byte, path ...string) (bool, error) {
	d, err := f.parse(doc)
	return err == nil && has(d.meaning(), path), err
}

func has(m map[string]any, path []string) bool {
	for _, key := range path[:len(path)-1] {
		m, _ = m[key].(map[string]any)
	}
	_, ok := m[path[len(path)-1]]
	return ok
}

// Insert writes the entry at path in place of the current one, and creates missing
// objects above it. An empty document becomes one that holds only the entry; a
// document with the same entry is returned unchanged.
func Insert(f ConfigFormat, doc []byte, entry Object, path ...string) ([]byte, error) {
	if was, found, err := ReadConfig(f, doc, path...); err == nil && found && reflect.DeepEqual(was.meaning(), entry.meaning()) {
		return doc, nil
	}
	return changed(f, doc, path, entry, func(d document) ([]byte, error) { return d.insert(path, entry) })
}

// Remove removes the entry at path. A document without it is returned
// unchanged. Objects that [Insert] created are left empty.
func Remove(f ConfigFormat, doc []byte, path ...string) ([]byte, error) {
	if found, err := ConfigHas(f, doc, path...); err != nil || !found {
		return doc, err
	}
	return changed(f, doc, path, nil, func(d document) ([]byte, error) { return d.remove(path) })
}

// changed makes a change and checks the result: it must parse, hold the entry (or
// none, if entry is nil), and be otherwise equivalent.
func changed(f ConfigFormat, doc []byte, path []string, entry Object, change func(document) ([]byte, error)) ([]byte, error) {
	before, err := f.parse(doc)
	if err != nil {
		return nil, err
	}
	all := before.meaning()
	out, err := change(before)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(doc, []byte(byteOrderMark)) {
		out = slices.Concat([]byte(byteOrderMark), out)
	}
	after, err := f.parse(out)
	if err == nil {
		said, found, failed := after.read(path)
		asWanted := failed == nil && found == (entry != nil) && reflect.DeepEqual(said.meaning(), entry.meaning())
		if asWanted && reflect.DeepEqual(without(all, path), without(after.meaning(), path)) {
			return out, nil
		}
	}
	return nil, unsafeChange()
}

func unsafeChange() error {
	return training.Errorf(training.KindUnsupported, "The file is written in a way that Lapkeep cannot change safely.").
		WithFix("Edit it by hand: lapkeep mcp config prints the block.")
}

// without removes the entry, and the objects above it that become empty; nil means
// an empty object.
func without(m map[string]any, path []string) map[string]any {
	below, isObject := m[path[0]].(map[string]any)
	if len(path) > 1 && isObject {
		below = without(below, path[1:])
	}
	if len(path) == 1 || below == nil && (isObject || m[path[0]] == nil) {
		delete(m, path[0])
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

// Comes reports whether current is original with an entry added at path and
// nothing else changed: if so, removing the entry should restore original.
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

// Render writes a document that holds only the entry.
func Render(f ConfigFormat, entry Object, path ...string) string {
	out, err := Insert(f, nil, entry, path...)
	if err != nil {
		panic("clients: an empty document cannot be refused: " + err.Error())
	}
	return string(out)
}

// syntaxError returns an error that gives the line at which a document is not valid.
func syntaxError(f ConfigFormat, doc []byte, at int, what i18n.Sentence) error {
	return lineError(f, bytes.Count(doc[:min(at, len(doc))], []byte("\n"))+1, what)
}

func lineError(f ConfigFormat, line int, what i18n.Sentence) error {
	return training.Errorf(training.KindInvalid, "Line %d is not valid %s: %s.", line, f, what).
		WithFix("Correct that line, or restore the file; nothing was changed.")
}

func shapeError(key string, what i18n.Sentence) error {
	return training.Errorf(training.KindUnsupported, "%q is %s in this file.", key, what).
		WithFix("Edit it by hand: lapkeep mcp config prints the block.")
}

// newline returns the document's line ending.
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

// Verbatim is a value of a type that [Member] lacks, as written in its file. It can
// only be put back into a file of the same format.
type Verbatim string

// ReadConfig reads the entry at path; found is false if the document has none.
// It does not read comments. It returns an error for an entry that [Insert]
// cannot change.
func ReadConfig(f ConfigFormat, doc []byte, path ...string) (entry Object, found bool, err error) {
	d, err := f.parse(doc)
	if err != nil {
		return nil, false, err
	}
	return d.read(path)
}

// meaning returns the object without its order.
func (o Object) meaning() map[string]any {
	out := map[string]any{}
	for _, m := range o {
		switch v := m.Value.(type) {
		case Object:
			out[m.Key] = v.meaning()
		case []string:
			out[m.Key] = append([]string{}, v...) // nil becomes empty
		default:
			out[m.Key] = v
		}
	}
	return out
}

// Get returns the value of a name.
func (o Object) Get(key string) (any, bool) {
	i := slices.IndexFunc(o, func(m Member) bool { return m.Key == key })
	if i < 0 {
		return nil, false
	}
	return o[i].Value, true
}

// With returns the object with value for key: in place of the old value, or at
// the end.
func (o Object) With(key string, value any) Object {
	o = slices.Clone(o)
	if i := slices.IndexFunc(o, func(m Member) bool { return m.Key == key }); i >= 0 {
		o[i].Value = value
		return o
	}
	return append(o, Member{key, value})
}

// Without returns a copy of the object without the given names.
func (o Object) Without(keys ...string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return slices.Contains(keys, m.Key) })
}

// put sets a value below names, and creates missing objects.
func (o Object) put(names []string, value any) Object {
	if len(names) == 1 {
		return o.With(names[0], value)
	}
	below, _ := o.Get(names[0])
	inner, _ := below.(Object)
	return o.With(names[0], inner.put(names[1:], value))
}

// texts returns the values as strings, if all of them are strings.
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

// word returns the value of a bare word or number in JSON or TOML.
func word(text string) any {
	if text == "true" || text == "false" {
		return text == "true"
	}
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return n
	}
	return Verbatim(text)
}
