package clients

import "strings"

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
