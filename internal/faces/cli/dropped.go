package cli

import (
	"net/url"
	"strings"

	"lapkeep/internal/faces/cli/settings"
)

// droppedPath is the path that a person typed or dragged from a file manager:
// terminals write it as a shell takes it, with quotes or backslashes, some as
// a URL. On Windows a backslash parts folders.
func droppedPath(text, home, system string) (string, error) {
	text = strings.TrimSpace(text)
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		text = u.Path
		if system == "windows" {
			text = strings.TrimPrefix(text, "/")
		}
		return text, nil
	}
	if path, ok := unshelled(text, system != "windows"); ok {
		text = path
	}
	return settings.ExpandHome(text, home)
}

// unshelled takes a shell's quotes away; ok is false for a quote that does not
// end, which is then an apostrophe of the name. Blanks that nothing protects
// are part of the path too, since only one is asked for.
func unshelled(text string, backslashes bool) (path string, ok bool) {
	var b strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && backslashes && quote != '\'' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), quote == 0
}
