package app

import (
	_ "embed"
	"strings"
	"sync"
)

// publishedTools are the tools as a server lists them, a line each: making
// them is otherwise what the first answer waits for longest. make docs writes
// them, and a test keeps them equal to what the rows say.
//
//go:embed published.txt
var publishedTools string

// published is the text of a tool, for servers of one athlete; nil if there
// is none.
func published() func(tool string) []byte {
	texts := sync.OnceValue(func() map[string]string {
		of := map[string]string{}
		for line := range strings.Lines(publishedTools) {
			name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			of[name] = text
		}
		return of
	})
	return func(tool string) []byte {
		if text := texts()[tool]; text != "" {
			return []byte(text)
		}
		return nil
	}
}
