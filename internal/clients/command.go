package clients

import (
	"strings"

	"lapkeep/internal/clients/graft"
)

// AddCommand is the client's own command that adds the server, or "".
func (c Client) AddCommand(s Server, system string) string {
	text := c.AddStdio
	if s.HTTP() {
		text = c.AddHTTP
	}
	if text == "" {
		return ""
	}
	words := make([]string, 0, len(s.Args)+1)
	for _, w := range append([]string{s.Command}, s.Args...) {
		words = append(words, shellWord(w, system))
	}
	key := "$" + KeyVariable
	if system == "windows" {
		key = "$env:" + KeyVariable
	}
	entry, _ := c.Entry(s) // checked by the table's test
	named := append(graft.Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", shellWord(s.Name, system),
		"{command}", strings.Join(words, " "),
		"{url}", shellWord(s.URL, system),
		"{key}", key,
		"{entry}", shellWord(graft.Line(entry), system),
		"{named}", shellWord(graft.Line(named), system),
	).Replace(text)
}

// shellWord quotes a word for the system's shell: sh, or PowerShell.
func shellWord(w, system string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./:=,@+", r) || system == "windows" && r == '\\'
	}
	if w != "" && strings.TrimFunc(w, plain) == "" {
		return w
	}
	if system == "windows" {
		return "'" + strings.ReplaceAll(w, "'", "''") + "'"
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
