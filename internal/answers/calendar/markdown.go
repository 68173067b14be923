package calendar

import (
	"fmt"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/platform/textclean"
)

// Markdown is a table a week.
func Markdown(sheet *Sheet, title string, say workout.Say) []byte {
	m := markdown{writer{&strings.Builder{}, say, sheet, title}}
	fmt.Fprintf(m, "# %s\n\n", m.cell(title))
	for _, l := range m.legend() {
		fmt.Fprintf(m, "- %s\n", l[1])
	}
	for i := range sheet.Weeks {
		m.week(&sheet.Weeks[i])
	}
	return []byte(m.String())
}

type markdown struct{ writer }

func (m markdown) week(w *Week) {
	fmt.Fprintf(m, "\n## %s\n\n", m.say("Week of %s", w.Start.String()))
	if w.Phase != "" {
		fmt.Fprintf(m, "%s  \n", m.cell(w.Phase))
	}
	if s := m.sum(w.Planned); s != "" {
		fmt.Fprintf(m, "%s  \n", m.say("planned: %s", s))
	}
	if s := m.sum(w.Done); s != "" {
		fmt.Fprintf(m, "%s  \n", m.say("done: %s", s))
	}
	fmt.Fprintf(m, "\n| %s | %s | %s | %s |\n|---|---|---|---|\n", m.say("Day"), m.say("Session"), m.say("Planned"), m.say("State"))
	for d := w.Start; d < w.Start+7; d++ {
		m.day(m.sheet.On(d))
	}
}

func (m markdown) day(d Day) {
	for _, e := range d.Events {
		said := m.category(e.Category)
		if e.Status != "" {
			said = m.state(e.Status)
		}
		if outcome := m.outcome(e); outcome != "" {
			said = m.say("%s: %s", said, outcome)
		}
		m.row(m.dated(d.Day), strings.TrimSpace(e.Time+" "+e.Name), m.amounts(e.Planned), said)
	}
	for _, u := range d.Unplanned {
		m.row(m.dated(d.Day), string(u.Sport), "", m.say("%s: %s", m.state(u.Status), m.amounts(&u.Amounts)))
	}
	if len(d.Events)+len(d.Unplanned) == 0 {
		m.row(m.dated(d.Day), "", "", "")
	}
}

func (m markdown) row(cells ...string) {
	for _, c := range cells {
		fmt.Fprintf(m, "| %s ", m.cell(c))
	}
	m.WriteString("|\n")
}

// cell is a text of others within a table: nothing of it is markup.
func (m markdown) cell(s string) string {
	return escaper.Replace(textclean.Line(s, textclean.NameRunes))
}

var escaper = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "#", `\#`,
)
