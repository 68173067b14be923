// Package sentences holds what the program says to a person in other languages
// than English, by the English format that stands in the code.
package sentences

import (
	"sync"

	"golang.org/x/text/language"

	"lapkeep/internal/cli/settings"
	"lapkeep/internal/platform/message"
)

// In is the printer of a language of the settings.
func In(name string) message.Printer {
	if name == settings.Chinese {
		return inChinese()
	}
	return message.Printer{}
}

var inChinese = sync.OnceValue(func() message.Printer { return message.New(language.SimplifiedChinese, simplified()) })
