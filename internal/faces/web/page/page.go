// Package page holds the building blocks of the pages of all panels: the page
// itself with its reader's language and units, the answers of tools, displayed
// tables and numbers, and the HTML parts that panels share.
//
// # Answer
//
// This part decodes the answers of tools. A number is kept as the text that was
// received, so that titles and CSV have the tool's own digits.
//
// # Basemap
//
// This part provides the map behind a track: none, the tiles of a server that the
// athlete configured, or those of a PMTiles file on their disk.
//
// # Session
//
// This part shows a planned or completed session on any panel: its steps, its
// state, and the planned and completed amounts.
package page

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/people"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Page is a page being built.
type Page struct {
	Call     *tools.Call
	Site     Site
	Request  *http.Request
	Panel    Panel
	Title    string
	Theme    string // auto, light or dark
	Pane     string // what the reader opened beside the pages: ask, terminal or nothing
	Token    string // sent with every change
	Seq      int64  // the latest change that the page shows
	Athlete  string // the athlete's name
	tables   []*Table
	english  bool   // set if the page is not translated
	Late     string // the name of scripts and styles that only this page has
	Miles    bool   // distances are shown in miles, heights in feet
	Doing    string // the sport whose numbers the page shows, empty for several
	Pictures string // an external origin whose pictures the page may show
	NoData   bool   // nothing is recorded, so empty parts show how to get data
}

// Site holds the data shared by the pages of a server.
type Site struct {
	Table Tools
	// Panels lists the panels of the navigation, in order, and the panels that are
	// only linked to.
	Panels []Panel
	// Href returns the address of a script, style or picture of the bundle.
	Href func(asset string) string
	// Journal returns the latest writes.
	Journal func(ctx context.Context, s training.Scope, limit int) ([]store.JournalEntry, error)
	// Basemap returns the map behind tracks; without an address there is no map.
	Basemap func() (BasemapView, error)
	// Sessions returns the admitted browsers.
	Sessions func() []*guard.Session
	// People keeps who signs in from elsewhere; nil if that is not known.
	People *people.Book
	// Setups returns the clients that the tools can be added to; it is nil if there
	// are none.
	Setups func() ([]clients.Setup, error)
	// WithKey reports whether other machines can reach the page with the key.
	WithKey bool
	// Homes reports that the site lists many homes, and has no data of its own.
	Homes bool
	// Terminal reports whether the pane can show the athlete's own program.
	Terminal bool
	// Log receives errors that no page can show, such as an answer that a page
	// cannot read.
	Log *slog.Logger
}

// HomesPath is the path below which each of many homes has its pages.
const HomesPath = "/homes/"

// Tools is the part of the tool table that a page needs.
type Tools interface {
	Call(ctx context.Context, name string, c *tools.Call, args json.RawMessage) (tools.Result, error)
	// Rows returns the offered tools.
	Rows() []tools.Row
}

// Panel is an entry of the navigation, with the function that renders its page.
type Panel struct {
	ID, Path string
	Anchor   string // the place on its page that the navigation links to
	Icon     string
	Title    i18n.Sentence
	Group    i18n.Sentence // of the navigation; empty for the first panels
	Hidden   bool          // only other panels link to it
	Under    string        // the panel to which it belongs
	// Make is nil for a link to pages of other servers.
	Make func(ctx context.Context, p *Page) (templ.Component, error)
}

// Href returns the address of the panel.
func (x Panel) Href() string { return strings.TrimSuffix(x.Path, "{$}") + x.Anchor }

// Say translates a sentence into the reader's language.
func (p *Page) Say(format string, args ...any) string { return p.Call.Say(format, args...) }

// Query returns a value from the address, which holds the page's state.
func (p *Page) Query(name string) string { return strings.TrimSpace(p.Request.URL.Query().Get(name)) }

// reach describes who can reach the page.
func (p *Page) reach() string {
	if p.Site.WithKey {
		return p.Say("open to anyone with the key")
	}
	return p.Say("on this machine only")
}

// Glossed returns a glossary title in the reader's language.
func (p *Page) Glossed(title string) string { return i18n.Word(title).Say(p.Say) }

// icons returns the icons as SVG paths in a box of 24 by 24 units.
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
		"ask":            `<path d="M4 5h16v11H10l-4.500 4v-4H4z"/><path d="M8 9h8M8 12h5"/>`,
		"more":           `<path d="M5 12h.01M12 12h.01M19 12h.01"/>`,
		"find":           `<circle cx="11" cy="11" r="6.500"/><path d="M16 16l4.500 4.500"/>`,
		"roster":         `<circle cx="9" cy="8" r="3"/><path d="M3.500 19a5.500 5.500 0 0 1 11 0M16 5.500a3 3 0 0 1 0 5M17 14a5 5 0 0 1 3.500 5"/>`,
		"goals":          `<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="4"/><path d="M12 12h.01"/>`,
		"gear":           `<circle cx="12" cy="12" r="4"/><path d="M12 3v4M12 17v4M3 12h4M17 12h4M5.600 5.600l2.900 2.900M15.500 15.500l2.900 2.900M18.400 5.600l-2.900 2.900M8.500 15.500l-2.900 2.900"/>`,
		"memory":         `<path d="M6 3.500h12v17l-6-4-6 4z"/>`,
		"records":        `<path d="M8 4h8v5a4 4 0 0 1-8 0zM8 6H5a3 3 0 0 0 3 4M16 6h3a3 3 0 0 1-3 4M12 13v4M8.500 20h7"/>`,
		"season":         `<path d="M4 20h16M6 20v-6M10 20V9M14 20v-8M18 20V5"/>`,
		"race":           `<path d="M6 21V4M6 5h12l-3 3.500 3 3.500H6"/>`,
		"segments":       `<path d="M3 19 10 8l4 5 3-4 4 10z"/>`,
		"map":            `<path d="M9 4 4 6v14l5-2 6 2 5-2V4l-5 2z"/><path d="M9 4v14M15 6v14"/>`,
		"routes":         `<circle cx="6" cy="18" r="2"/><circle cx="18" cy="6" r="2"/><path d="M8 18h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7"/>`,
		"sources":        `<path d="M12 4v10M8 10l4 4 4-4"/><path d="M4 16v3a1.500 1.500 0 0 0 1.500 1.500h13A1.500 1.500 0 0 0 20 19v-3"/>`,
		"journal":        `<path d="M4 9h11a5 5 0 0 1 0 10H9"/><path d="M8 5 4 9l4 4"/>`,
		"settings":       `<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
		"glossary":       `<path d="M5 4.500h10a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3z"/><path d="M5 17a3 3 0 0 1 3-3h10"/>`,
	}
}

// icon draws an icon; the text next to it has the same meaning.
func icon(name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">`+icons()[name]+`</svg>`)
		return err
	})
}

// SportIcon returns the icon of a sport, to show next to its name.
func SportIcon(sport string) templ.Component {
	if name := "sport-" + sport; icons()[name] != "" {
		return icon(name)
	}
	return icon("sport")
}

// Clean cleans untrusted text for display: it keeps only visible characters, on one line.
func Clean(text string) string { return textclean.Line(text, textclean.TextRunes) }

// SortedKeys returns the keys of m in order.
func SortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// lastWord splits a label before its last word, which stays with the mark behind it.
func lastWord(label string) (first, last string) {
	at := strings.LastIndex(label, " ") + 1
	return label[:at], label[at:]
}

// known reports whether the glossary has the entry.
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

func (p *Page) currentID(id string) string { return p.current(Panel{ID: id}) }

// docks reports whether the page has a pane. The pages that the pane itself shows have none.
func (p *Page) docks() bool { return !p.Site.Homes && p.Panel.ID != "ask" && p.Panel.ID != "coach" }

// pane returns what the pane shows, or "" if it is closed.
func (p *Page) pane() string {
	if !p.docks() || p.Pane == "terminal" && !p.Site.Terminal {
		return ""
	}
	return p.Pane
}

// entries returns the panels of a group of the navigation.
func (p *Page) entries(group i18n.Sentence) []Panel {
	return slices.DeleteFunc(slices.Clone(p.Site.Panels), func(x Panel) bool { return x.Hidden || x.Group != group })
}

// groups returns the groups of the navigation, which a phone shows on request.
func (p *Page) groups() (out []i18n.Sentence) {
	for _, x := range p.Site.Panels {
		if x.Group != "" && !slices.Contains(out, x.Group) {
			out = append(out, x.Group)
		}
	}
	return out
}

// inGroup reports whether the page belongs to a panel of a group.
func (p *Page) inGroup() bool {
	return slices.ContainsFunc(p.Site.Panels, func(x Panel) bool { return x.Group != "" && p.isCurrent(x) })
}

// Language returns the language tag of the page.
func (p *Page) Language() string {
	if p.english || p.Call.Said == nil || p.Call.Language == "" {
		return "en"
	}
	return p.Call.Language
}

// Prescription removes hidden characters from a text of several lines.
func Prescription(text string) string { return textclean.Text(text, textclean.TextRunes) }

// Question is the question before a write, in the page's words, with the labels
// of its buttons.
type Question struct {
	Text    string `json:"question"`
	Details string `json:"details,omitempty"`
	Yes     string `json:"yes"`
	No      string `json:"no"`
}

// Asking returns the question for a preview. For a move, the sentence contains all details.
func (p *Page) Asking(v journal.Preview) Question {
	out := Question{Text: p.Dated(v.Summary), Yes: p.Say("Confirm"), No: p.Say("Cancel")}
	moves := v.Tool == "update_event" && len(v.Changes) > 0 && len(v.AtService) == 0 && len(v.Irreversible) == 0 &&
		!slices.ContainsFunc(v.Changes, func(c journal.Change) bool { return c.Field != "date" && c.Field != "end" })
	if _, rest, ok := strings.Cut(v.Question(p.Say), "\n"); ok && !moves {
		out.Details = rest
	}
	switch verb, _, _ := strings.Cut(v.Tool, "_"); {
	case moves:
		out.Text, out.Yes = strings.NewReplacer(".\n", "?", "。\n", "？").Replace(out.Text+"\n"), p.Say("Move")
	case verb == "delete":
		out.Yes = p.Say("Remove")
	case verb == "duplicate":
		out.Yes = p.Say("Copy")
	case verb == "create" || verb == "add":
		out.Yes = p.Say("Add")
	case verb == "update" || verb == "save":
		out.Yes = p.Say("Save")
	}
	return out
}

// Dated translates a sentence and formats the days in it.
func (p *Page) Dated(s i18n.Sentence) string {
	return s.In(func(format string, args ...any) string {
		args = slices.Clone(args)
		for i, a := range args {
			switch a := a.(type) {
			case string:
				args[i] = p.Day(a)
			case i18n.Sentence:
				args[i] = p.Dated(a)
			}
		}
		return p.Say(format, args...)
	})
}

// Change is the latest write of the given tools that was not undone, and the
// address to return to after undoing it.
type Change struct {
	store.JournalEntry
	back   string
	leaves bool // set if undoing it removes the page too
}

// LeaveTo returns a change whose page disappears when it is undone, with the
// address to show instead.
func (c *Change) LeaveTo(address string) *Change { return &Change{c.JournalEntry, address, true} }

// lookedAt is the number of journal entries to search.
const lookedAt = 30

// LastOf finds the latest write of the given tools to the object with the id or, if
// that is empty, to any object. It returns nil if there is none among the newest
// entries, or on an error, because the page works without it.
func (p *Page) LastOf(ctx context.Context, id string, tools ...string) *Change {
	entries, err := p.Site.Journal(ctx, p.Call.Scope, lookedAt)
	if err != nil {
		return nil
	}
	named, err := json.Marshal(id)
	if err != nil {
		return nil
	}
	at := slices.IndexFunc(entries, func(e store.JournalEntry) bool {
		return e.UndoneAt.IsZero() && e.Undoes == "" && slices.Contains(tools, e.Tool) && (id == "" || bytes.Contains(e.Inverse, named))
	})
	if at < 0 {
		return nil
	}
	return &Change{JournalEntry: entries[at], back: p.Request.URL.RequestURI()}
}

// OfCalendar returns the tools that change the calendar.
func OfCalendar() []string {
	return []string{"update_event", "create_events", "delete_events", "duplicate_events", "apply_training_plan"}
}

// EntryText returns the summary of a journal entry.
func (p *Page) EntryText(e store.JournalEntry) string { return p.Dated(i18n.Sentence(e.Summary)) }

// At returns the time of an entry, in the athlete's time zone.
func (p *Page) At(e store.JournalEntry) string {
	return p.Moment(e.At)
}

// Moment formats a day and time in the athlete's time zone.
func (p *Page) Moment(t time.Time) string {
	t = t.In(p.Call.Location)
	return p.Day(t.Format("2006-01-02")) + " " + t.Format("15:04")
}

// Weekdays returns the days of the week with the names that tools use.
func (p *Page) Weekdays() [][2]string {
	return [][2]string{
		{"monday", p.Say("Monday")},
		{"tuesday", p.Say("Tuesday")},
		{"wednesday", p.Say("Wednesday")},
		{"thursday", p.Say("Thursday")},
		{"friday", p.Say("Friday")},
		{"saturday", p.Say("Saturday")},
		{"sunday", p.Say("Sunday")},
	}
}

// Called returns the label of name, or the name itself.
func Called(all [][2]string, name string) string {
	for _, x := range all {
		if x[0] == name {
			return x[1]
		}
	}
	return Clean(name)
}

// Phase translates a phase of a training plan; other names are returned unchanged.
func (p *Page) Phase(name string) string {
	return Called([][2]string{
		{"base", p.Say("Base")},
		{"build", p.Say("Build")},
		{"peak", p.Say("Peak")},
		{"taper", p.Say("Taper")},
		{"race", p.Say("Race")},
		{"recovery", p.Say("Recovery")},
		{"rest", p.Say("Rest")},
		{"transition", p.Say("Transition")},
		{"test", p.Say("Test")},
	}, name)
}

// Teller returns the origin of a number or text: a service, a device maker, or an
// author here. After a slash, the name may state where that origin got it from.
func (p *Page) Teller(name string) string {
	first, rest, has := strings.Cut(name, "/")
	word := Called([][2]string{
		{ByAthlete, p.Say("you")},
		{"coach", p.Say("the coach")},
		{"assistant", p.Say("an assistant")},
		{"demo", p.Say("the demo")},
		{"device", p.Say("the device")},
		{"garmin", "Garmin"},
		{"apple", "Apple Health"},
		{"intervals", "Intervals.icu"},
		{"strava", "Strava"},
		{"igpsport", "iGPSport"},
		{"polar", "Polar"},
		{"hevy", "Hevy"},
		{"openmeteo", "Open-Meteo"},
		{"fitbit", "Fitbit"},
		{"oura", "Oura"},
		{"whoop", "WHOOP"},
		{"coros", "COROS"},
		{"suunto", "Suunto"},
		{"samsung", "Samsung Health"},
		{"withings", "Withings"},
		{"health_connect", "Health Connect"},
		{"iphone", "iPhone"},
		{"hrv4training", "HRV4Training"},
		{"elitehrv", "Elite HRV"},
		{"cronometer", "Cronometer"},
		{"myfitnesspal", "MyFitnessPal"},
		{"libreview", "LibreView"},
		{"dexcom", "Dexcom Clarity"},
		{"trainingpeaks", "TrainingPeaks"},
	}, first)
	if has {
		return p.Say("%s (from %s)", word, Clean(rest))
	}
	return word
}
