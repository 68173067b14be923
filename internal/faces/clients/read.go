package clients

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

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
