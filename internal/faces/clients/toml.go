package clients

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// tomlDocument is edited as text, at the positions of its statements; a new entry
// is appended as separate tables.
type tomlDocument struct {
	doc        []byte
	statements []tomlStatement
	all        map[string]any
}

// tomlStatement is a table header, or a name with its value, in whole lines.
type tomlStatement struct {
	kind       unstable.Kind
	start, end int // including the line end
	path       []string
	value      any // the name's value, as in a [Member]
}

// belongs reports whether a statement is about path or something below it.
func (s tomlStatement) belongs(path []string) bool {
	return len(s.path) >= len(path) && slices.Equal(s.path[:len(path)], path)
}

func parseTOML(doc []byte) (document, error) {
	d := tomlDocument{doc: doc}
	if err := toml.Unmarshal(doc, &d.all); err != nil {
		return nil, invalidTOML(err)
	}
	p := &unstable.Parser{}
	p.Reset(doc)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		s := tomlStatement{kind: e.Kind}
		names, first, last := tomlNames(e.Key())
		if s.path = names; e.Kind == unstable.KeyValue {
			s.path, s.value = slices.Concat(table, names), tomlValue(p, e)
			last = e.Raw
		} else {
			table = names
		}
		s.start = bytes.LastIndexByte(doc[:first.Offset], '\n') + 1
		s.end = len(doc)
		if n := bytes.IndexByte(doc[last.Offset+last.Length:], '\n'); n >= 0 {
			s.end = int(last.Offset+last.Length) + n + 1
		}
		d.statements = append(d.statements, s)
	}
	return d, nil
}

func invalidTOML(err error) error {
	line := 1
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ = at.Position()
	}
	if strings.Contains(err.Error(), "escape") {
		return lineError(TOML, line, "a string has an invalid escape; write a backslash twice, or use single quotes")
	}
	return lineError(TOML, line, i18n.Name(strings.TrimPrefix(err.Error(), "toml: ")))
}

// tomlNames returns a dotted name, and the positions of its first and last parts.
func tomlNames(key unstable.Iterator) (names []string, first, last unstable.Range) {
	for key.Next() {
		n := key.Node()
		if last = n.Raw; names == nil {
			first = n.Raw
		}
		names = append(names, string(n.Data))
	}
	return names, first, last
}

// tomlValue returns the value of a name.
func tomlValue(p *unstable.Parser, pair *unstable.Node) any {
	_, _, name := tomlNames(pair.Key())
	whole := string(p.Raw(pair.Raw))
	text := strings.TrimLeft(whole[name.Offset+name.Length-pair.Raw.Offset:], " \t=")
	switch v := pair.Value(); v.Kind {
	case unstable.String:
		if !strings.HasPrefix(text, `"""`) && !strings.HasPrefix(text, `'''`) {
			return string(v.Data)
		}
	case unstable.Bool, unstable.Integer:
		return word(text)
	case unstable.Array:
		list := []string{}
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.String {
				return Verbatim(text)
			}
			list = append(list, string(it.Node().Data))
		}
		return list
	case unstable.InlineTable:
		out := Object{}
		for it := v.Children(); it.Next(); {
			names, _, _ := tomlNames(it.Node().Key())
			out = out.put(names, tomlValue(p, it.Node()))
		}
		return out
	}
	return Verbatim(text)
}

func (d tomlDocument) meaning() map[string]any { return d.all }

// regions returns the positions of the entry's tables. It returns an error if the
// entry is not written as tables.
func (d tomlDocument) regions(path []string) ([][2]int, error) {
	var out [][2]int
	inside := false
	for _, s := range d.statements {
		for i := 1; i < len(path) && s.kind == unstable.KeyValue; i++ {
			if slices.Equal(s.path, path[:i]) {
				return nil, shapeError(strings.Join(s.path, "."), "written on one line")
			}
		}
		switch {
		case s.kind != unstable.KeyValue && s.belongs(path):
			if s.kind == unstable.ArrayTable {
				return nil, shapeError(strings.Join(path, "."), "a list")
			}
			inside = true
			out = append(out, [2]int{s.start, s.end})
		case s.kind != unstable.KeyValue:
			inside = false
		case inside:
			out[len(out)-1][1] = s.end
		case s.belongs(path):
			return nil, shapeError(strings.Join(path, "."), "written without its own table")
		}
	}
	return out, nil
}

func (d tomlDocument) insert(path []string, entry Object) ([]byte, error) {
	doc := d.doc
	regions, err := d.regions(path)
	if err != nil {
		return nil, err
	}
	nl := newline(doc)
	text := strings.TrimSuffix(tomlTable(path, entry, nl), nl)
	if len(regions) > 0 {
		first := regions[0]
		for _, r := range slices.Backward(regions[1:]) {
			doc = cutTable(doc, r)
		}
		if bytes.HasSuffix(doc[:first[1]], []byte("\n")) {
			text += nl
		}
		return splice(doc, first[0], first[1], text), nil
	}
	switch {
	case len(doc) == 0:
		text += nl
	case bytes.HasSuffix(doc, []byte("\n")):
		text = nl + text + nl
	default: // the file has no final line end, and is left without one
		text = nl + nl + text
	}
	return append(slices.Clone(doc), text...), nil
}

// cutTable removes a table and the empty line before it.
func cutTable(doc []byte, r [2]int) []byte {
	from, nl := r[0], []byte(newline(doc))
	r[1] = min(r[1], len(doc)) // removing a later table may have taken the line end
	gap := slices.Concat(nl, nl)
	switch {
	case !bytes.HasSuffix(doc[:r[1]], []byte("\n")) && bytes.HasSuffix(doc[:from], gap):
		from -= len(gap)
	case bytes.HasSuffix(doc[:from], gap), bytes.Equal(doc[:from], nl):
		from -= len(nl)
	}
	return splice(doc, from, r[1], "")
}

func (d tomlDocument) remove(path []string) ([]byte, error) {
	doc := d.doc
	regions, err := d.regions(path)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(regions) {
		doc = cutTable(doc, r)
	}
	return doc, nil
}

// tomlTable writes a table, followed by the tables inside it. Values are
// written as in JSON: TOML's basic strings have the same escapes.
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
		b.WriteString(tomlKey(m.Key) + " = " + layout{}.render(m.Value) + nl)
	}
	return b.String() + below.String()
}

var tomlName = textclean.LazyRegexp(`^[A-Za-z0-9_-]+$`)

func tomlKey(k string) string {
	if tomlName.Get().MatchString(k) {
		return k
	}
	return quote(k)
}

func (d tomlDocument) read(path []string) (Object, bool, error) {
	if _, err := d.regions(path); err != nil {
		return nil, false, err
	}
	out, found := Object{}, false
	for _, s := range d.statements {
		if !s.belongs(path) {
			continue
		}
		found = true
		names := s.path[len(path):]
		switch {
		case s.kind == unstable.KeyValue:
			out = out.put(names, s.value)
		case len(names) > 0:
			out = out.put(names, Object{})
		}
	}
	return out, found, nil
}
