package clients

import (
	"bytes"

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
