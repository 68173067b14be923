package page

import (
	"context"
	"io"
	"maps"
	"slices"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/textclean"

	"github.com/a-h/templ"
)

// icons are the paths of pictures of 24 by 24 units, drawn as lines.
func icons() map[string]string {
	return map[string]string{
		"mark":           `<path d="M4 17.5a8 8 0 1 1 16 0"/><path d="M12 17.5 16 9"/><circle cx="12" cy="17.5" r="1.6"/>`,
		"today":          `<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4"/>`,
		"fitness":        `<path d="M3 17l5-6 4 3 5-8 4 5"/><path d="M3 21h18"/>`,
		"calendar":       `<rect x="3.5" y="5" width="17" height="15" rx="2"/><path d="M3.5 10h17M8 3v4M16 3v4"/>`,
		"plan":           `<path d="M6 21V4M6 4h11l-2 4 2 4H6"/>`,
		"activities":     `<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
		"curves":         `<path d="M4 4v16h16"/><path d="M5 6c2 6 6 9 15 10"/>`,
		"wellness":       `<path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.4 4.3 4.3 0 0 1 19.500 10c0 5.400-7.500 10-7.500 10z"/>`,
		"body":           `<circle cx="12" cy="4.500" r="2"/><path d="M6 9.500c4-1.500 8-1.500 12 0M12 9v5M12 14l-3 7M12 14l3 7"/>`,
		"coach":          `<rect x="3" y="4.500" width="18" height="15" rx="2"/><path d="M7 9.500l3 2.500-3 2.500M12.500 15H17"/>`,
		"start":          `<circle cx="12" cy="12" r="9"/><path d="M10 8.500v7l5.500-3.500z"/>`,
		"sport":          `<circle cx="12" cy="12" r="7"/><path d="M12 8v4l3 2"/>`,
		"sport-cycling":  `<circle cx="6" cy="16" r="4"/><circle cx="18" cy="16" r="4"/><path d="M6 16l4-8h6l2 8M10 8l4 8h4M8.500 6h3"/>`,
		"sport-running":  `<circle cx="15" cy="4.500" r="1.800"/><path d="M8 9l4-2 3 3 4 1M12 7l-2 6 4 3-1 5M10 13l-2 4-4 1"/>`,
		"sport-swimming": `<circle cx="17" cy="8" r="2"/><path d="M4 13l5-4 5 5M3 17c2 0 2 1.500 4.500 1.500S10 17 12 17s2 1.500 4.500 1.500S19 17 21 17"/>`,
		"sport-strength": `<path d="M7 12h10M7 7v10M17 7v10M4 9v6M20 9v6"/>`,
		"more":           `<path d="M5 12h.01M12 12h.01M19 12h.01"/>`,
		"find":           `<circle cx="11" cy="11" r="6.500"/><path d="M16 16l4.500 4.500"/>`,
		"sources":        `<path d="M12 4v10M8 10l4 4 4-4"/><path d="M4 16v3a1.500 1.500 0 0 0 1.500 1.500h13A1.500 1.500 0 0 0 20 19v-3"/>`,
		"journal":        `<path d="M4 9h11a5 5 0 0 1 0 10H9"/><path d="M8 5 4 9l4 4"/>`,
		"settings":       `<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
		"glossary":       `<path d="M5 4.500h10a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3z"/><path d="M5 17a3 3 0 0 1 3-3h10"/>`,
	}
}

// icon draws one; the word beside it says the same.
func icon(name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">`+icons()[name]+`</svg>`)
		return err
	})
}

// SportIcon is the picture of a sport, beside a name or a word of it.
func SportIcon(sport string) templ.Component {
	if name := "sport-" + sport; icons()[name] != "" {
		return icon(name)
	}
	return icon("sport")
}

// Clean is a text of somebody: nothing in it but letters, on one line.
func Clean(text string) string { return textclean.Line(text, textclean.TextRunes) }

// Sorted are the names of what is missing.
func Sorted(m Missing) []string { return slices.Sorted(maps.Keys(m)) }

// known says that the glossary has the entry.
func known(entry string) bool {
	_, ok := glossary.Find(entry)
	return ok
}

func (p *Page) isCurrent(x Panel) bool { return x.ID == p.Panel.ID || x.ID == p.Panel.Under }

func (p *Page) current(x Panel) string {
	if p.isCurrent(x) {
		return "page"
	}
	return "false"
}

// firstEntries are as many panels as a phone has room for beside each other.
const firstEntries = 5

// entries are the panels of the navigation, those first that stand before the
// others on a phone.
func (p *Page) entries() (first, more []Panel) {
	all := slices.DeleteFunc(slices.Clone(p.Site.Panels), func(x Panel) bool { return x.Hidden })
	at := min(firstEntries, len(all))
	return all[:at], all[at:]
}

// Language is the tag of the language that the page is in.
func (p *Page) Language() string {
	if p.english || p.Call.Said == nil || p.Call.Language == "" {
		return "en"
	}
	return p.Call.Language
}

// Prescription is a text of several lines, with nothing hidden in it.
func Prescription(text string) string { return textclean.Text(text, textclean.TextRunes) }
