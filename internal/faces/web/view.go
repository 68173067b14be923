package web

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"lapkeep/internal/tools/drawn"
)

//go:embed dist/view.html
var view string

// wordsMark is the place in the view for its words.
const wordsMark = `"WORDS"`

var (
	withKilometres = sync.OnceValue(func() string { return viewWith(false) })
	withMiles      = sync.OnceValue(func() string { return viewWith(true) })
)

// View returns the page in which a chat shows an answer, as one file that makes no requests. Its charts
// are those of the dashboard.
func View(miles bool) string {
	if miles {
		return withMiles()
	}
	return withKilometres()
}

func viewWith(miles bool) string {
	words, err := json.Marshal(drawn.WordsFor(miles)) // < is escaped, so no word ends the script
	if err != nil {
		panic("the words of the view are not JSON: " + err.Error()) // they are texts and finite numbers
	}
	return strings.Replace(view, wordsMark, string(words), 1)
}
