package clients

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

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
