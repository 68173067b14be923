package cli

import (
	"fmt"
	"io"
	"strings"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
)

// language says sentences in the language of this run, which is known once
// flags are read.
func (a *app) language() i18n.Printer {
	if a.spoken == nil {
		p := i18n.In(settings.Tongue(a.places()))
		a.spoken = &p
	}
	return *a.spoken
}

// say writes a sentence for the person.
func (a *app) say(to io.Writer, format string, args ...any) {
	fmt.Fprint(to, a.text(format, args...))
}

// sayAtHome is say for a sentence whose commands find the home of this run.
func (a *app) sayAtHome(to io.Writer, format string, args ...any) {
	fmt.Fprint(to, a.homed(a.text(format, args...)))
}

// text is a sentence, or a part of one, for the person.
func (a *app) text(format string, args ...any) string { return a.language().Sprintf(format, args...) }

// together joins parts that say the same of several things.
func (a *app) together(parts []string) string { return strings.Join(parts, a.text("; ")) }
