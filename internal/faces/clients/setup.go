package clients

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Setup is a client on this machine: whether it has the server, and what it is
// to be told.
type Setup struct {
	Client
	State State
	File  string
	Notes []string // of its state
	// Block is the text of the file, Command the client's own command and
	// Deeplink a link that do the same; empty where there is none.
	Block, Command, Deeplink string
	// Install is the command that writes the file and tries it.
	Install string
}

// State is how far a client is set up.
type State string

// The states.
const (
	ByHand     State = "by hand" // only a person can
	NotHere    State = "not here"
	NotFound   State = "not found"
	Present    State = "present"
	Configured State = "configured"
	InFolder   State = "in a folder" // of one project alone
	Unreadable State = "unreadable"
)

// Has says that the client has the server.
func (s State) Has() bool { return s == Configured || s == InFolder }

// tomlEditor writes an entry as tables of their own at the end.
type tomlEditor struct{}

func (tomlEditor) has(doc []byte, path []string) (bool, error) {
	statements, err := readTOML(doc)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(statements, func(s tomlStatement) bool { return s.belongs(path) }), nil
}

// regions are the places of the entry's tables. An entry that is written in
// another way is refused.
func (tomlEditor) regions(doc []byte, path []string) ([][2]int, error) {
	statements, err := readTOML(doc)
	if err != nil {
		return nil, err
	}
	var out [][2]int
	inside := false
	for _, s := range statements {
		for i := 1; i < len(path) && !s.header; i++ {
			if slices.Equal(s.path, path[:i]) {
				return nil, shapeError(strings.Join(s.path, "."), "written on one line")
			}
		}
		switch {
		case s.header && s.belongs(path):
			if s.value != "" {
				return nil, shapeError(strings.Join(path, "."), "a list")
			}
			inside = true
			out = append(out, [2]int{s.start, s.end})
		case s.header:
			inside = false
		case inside:
			out[len(out)-1][1] = s.end
		case s.belongs(path):
			return nil, shapeError(strings.Join(path, "."), "written without a table of its own")
		}
	}
	return out, nil
}

func (e tomlEditor) insert(doc []byte, path []string, entry Object) ([]byte, error) {
	regions, err := e.regions(doc, path)
	if err != nil {
		return nil, err
	}
	nl := newline(doc)
	text := strings.TrimSuffix(tomlTable(path, entry, nl), nl)
	if len(regions) > 0 {
		first := regions[0]
		for _, r := range slices.Backward(regions[1:]) {
			doc = e.cut(doc, r)
		}
		if bytes.HasSuffix(doc[:first[1]], []byte("\n")) {
			text += nl
		}
		return splice(doc, first[0], first[1], text), nil
	}
	switch {
	case len(bytes.TrimPrefix(doc, []byte("\ufeff"))) == 0:
		text += nl
	case bytes.HasSuffix(doc, []byte("\n")):
		text = nl + text + nl
	default: // the file does not end its last line, and still will not
		text = nl + nl + text
	}
	return append(slices.Clone(doc), text...), nil
}

// cut takes a table out with the empty line before it.
func (tomlEditor) cut(doc []byte, r [2]int) []byte {
	from, nl := r[0], []byte(newline(doc))
	gap := slices.Concat(nl, nl)
	switch {
	case !bytes.HasSuffix(doc[:r[1]], []byte("\n")) && bytes.HasSuffix(doc[:from], gap):
		from -= len(gap)
	case bytes.HasSuffix(doc[:from], gap), bytes.Equal(doc[:from], nl):
		from -= len(nl)
	}
	return splice(doc, from, r[1], "")
}

func (e tomlEditor) remove(doc []byte, path []string) ([]byte, error) {
	regions, err := e.regions(doc, path)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(regions) {
		doc = e.cut(doc, r)
	}
	return doc, nil
}

func (tomlEditor) same(a, b []byte, path []string) (bool, error) {
	x, err := tomlLeaves(a, path)
	if err != nil {
		return false, err
	}
	y, err := tomlLeaves(b, path)
	return slices.Equal(x, y), err
}

func tomlLeaves(doc []byte, skip []string) ([]leaf, error) {
	statements, err := readTOML(doc)
	var out []leaf
	for _, s := range statements {
		if !s.belongs(skip) {
			out = append(out, leaf{strings.Join(s.path, "\x00"), s.value + strconv.FormatBool(s.header)})
		}
	}
	return out, err
}

// tomlTable writes a table, those within it below.
func tomlTable(path []string, o Object, nl string) string {
	var b, below strings.Builder
	names := make([]string, len(path))
	for i, p := range path {
		names[i] = tomlKey(p)
	}
	b.WriteString("[" + strings.Join(names, ".") + "]" + nl)
	for _, m := range o {
		if table, ok := m.Value.(Object); ok {
			below.WriteString(nl + tomlTable(append(slices.Clone(path), m.Key), table, nl))
			continue
		}
		b.WriteString(tomlKey(m.Key) + " = " + tomlValue(m.Value) + nl)
	}
	return b.String() + below.String()
}

func tomlKey(k string) string {
	if tomlName.Get().FindString(k) == k && k != "" {
		return k
	}
	return quote(k)
}

// tomlValue is written as in JSON: TOML's basic texts have the same escapes.
func tomlValue(v any) string { return layout{}.render(v) }

func (e tomlEditor) read(doc []byte, path []string) (Object, bool, error) {
	if _, err := e.regions(doc, path); err != nil {
		return nil, false, err
	}
	statements, err := readTOML(doc)
	out, found := Object{}, false
	for _, s := range statements {
		if !s.belongs(path) {
			continue
		}
		found = true
		names := s.path[len(path):]
		if strings.Contains(strings.Join(names, ""), `\`) {
			return nil, true, shapeError(strings.Join(s.path, "."), "a name with an escape")
		}
		switch {
		case !s.header:
			out = out.put(names, tomlRead(s.value))
		case len(names) > 0:
			out = out.put(names, Object{})
		}
	}
	return out, found, err
}

// tomlRead reads a value that was checked already.
func tomlRead(text string) any {
	switch {
	case strings.HasPrefix(text, `"""`), strings.HasPrefix(text, `'''`):
		return Verbatim(text)
	case text[0] == '"':
		return unquoted(text)
	case text[0] == '\'':
		return text[1 : len(text)-1]
	case text[0] == '[':
		return tomlList(text)
	case text[0] == '{':
		return tomlInline(text)
	}
	return word(text)
}

func tomlList(text string) any {
	r := &tomlReader{doc: []byte(text)}
	var items []any
	err := r.list(']', func() error {
		from := r.at
		err := r.value()
		if err == nil {
			items = append(items, tomlRead(text[from:r.at]))
		}
		return err
	})
	if list, ok := texts(items); ok && err == nil {
		return list
	}
	return Verbatim(text)
}

func tomlInline(text string) any {
	r := &tomlReader{doc: []byte(text)}
	out := Object{}
	err := r.list('}', func() error {
		var s tomlStatement
		err := r.assignment(&s)
		if err == nil {
			out = out.put(s.path, tomlRead(s.value))
		}
		return err
	})
	if err != nil {
		return Verbatim(text)
	}
	return out
}
