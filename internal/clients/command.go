package clients

import (
	"strings"

	"lapkeep/internal/clients/graft"
	"lapkeep/internal/platform/shellword"
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
		words = append(words, shellword.Quote(w, system))
	}
	key := "$" + KeyVariable
	if system == "windows" {
		key = "$env:" + KeyVariable
	}
	entry, _ := c.Entry(s) // checked by the table's test
	named := append(graft.Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", shellword.Quote(s.Name, system),
		"{command}", strings.Join(words, " "),
		"{url}", shellword.Quote(s.URL, system),
		"{key}", key,
		"{entry}", shellword.Quote(graft.Line(entry), system),
		"{named}", shellword.Quote(graft.Line(named), system),
	).Replace(text)
}
