package clients

import (
	"strings"

	"lapkeep/internal/platform/textclean"
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
		words = append(words, textclean.Quote(w, system))
	}
	key := "$" + KeyVariable
	if system == "windows" {
		key = "$env:" + KeyVariable
	}
	entry, _ := c.Entry(s) // checked by the table's test
	named := append(Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", textclean.Quote(s.Name, system),
		"{command}", strings.Join(words, " "),
		"{url}", textclean.Quote(s.URL, system),
		"{key}", key,
		"{entry}", textclean.Quote(Line(entry), system),
		"{named}", textclean.Quote(Line(named), system),
	).Replace(text)
}
