package disk

import (
	"strings"

	"lapkeep/internal/platform/textclean"
)

// reading are the commands that work on a home. The demo makes its own, and
// what lists clients or trusts a folder needs none.
var reading = textclean.LazyRegexp(`\blapkeep (approve|undo|import|sync|connect|disconnect|check|verify|restore|doctor|duplicates|call|key|privacy|backup|export|watch|serve|setup|today|tools|mcp (?:config|install|remove))\b`)

const program = "lapkeep"

// Commands is a text whose commands name the home with a flag (" --home X");
// empty is the home that every command finds. One that names it stays.
func Commands(text, flag string) string {
	if flag == "" || !strings.Contains(text, program+" ") {
		return text
	}
	at := reading.Get().FindAllStringIndex(text, -1)
	var b strings.Builder
	last := 0
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if strings.Contains(text[m[0]:end], flag) {
			continue
		}
		b.WriteString(text[last:m[0]+len(program)] + flag)
		last = m[0] + len(program)
	}
	return b.String() + text[last:]
}
