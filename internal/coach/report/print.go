package report

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// section is a part of a printed report: a table, whose first row is its head, and lines.
type section struct {
	title string
	table [][]string
	lines []string
}

// printer lays out a report for people.
type printer struct {
	say workout.Say
	of  *View
	all *fitness.SummaryView
}

// Title returns the heading of a report.
func Title(of *View, say workout.Say) string {
	return say("Week of %s to %s", of.Start.String(), (of.Start + weekDays - 1).String())
}

// sections returns the parts of a report that are not empty.
func (p printer) sections() []section {
	v := p.of
	records, notes, waiting, missing := section{title: p.say("Records")}, section{title: p.say("Comments")},
		section{title: p.say("Waiting for your approval")}, section{title: p.say("Missing")}
	for _, r := range v.Records {
		records.lines = append(records.lines, p.say("%s, %s", r.Day.String(), r.What))
	}
	for _, n := range v.Notes {
		day, _, _ := strings.Cut(n.At, "T")
		notes.lines = append(notes.lines, p.say("%s, %s on %s: %s", day, p.author(n.Author), n.Name, n.Text))
	}
	for _, w := range v.Waiting {
		waiting.lines = append(waiting.lines, p.say("%s Approve with: lapkeep approve %s", w.What, w.Code))
	}
	for _, m := range []map[string]i18n.Sentence{v.Missing, p.all.Missing} {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			missing.lines = append(missing.lines, p.say("%s: %s", key, m[key]))
		}
	}
	meaning := section{title: p.say("What it means")}
	for _, s := range v.Meaning {
		meaning.lines = append(meaning.lines, p.say("%s", s))
	}
	all := []section{p.totals(), p.planned(p.say("Sessions"), v.Sessions), meaning, p.body(), records, notes, waiting, p.next(), missing}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.table) < 2 && len(s.lines) == 0 })
}

// author returns the reader's word for the author of a comment.
func (p printer) author(author string) string {
	switch author {
	case "athlete":
		return p.say("athlete")
	case "coach":
		return p.say("coach")
	case "assistant":
		return p.say("assistant")
	}
	return author // on a service
}

// totals compares the sports of the week with the plan.
func (p printer) totals() section {
	out := section{title: p.say("Planned and done"), table: [][]string{{p.say("Sport"), p.say("Planned"), p.say("Done")}}}
	sum := func(s *calendar.Sum) string {
		if s == nil {
			return "–"
		}
		return calendar.PrintedAmounts(p.say, &calendar.Amounts{DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load})
	}
	for i := range p.of.BySport {
		s := &p.of.BySport[i]
		out.table = append(out.table, []string{p.say("%s", i18n.Word(s.Sport)), sum(s.Planned), sum(s.Done)})
	}
	if len(p.of.BySport) > 0 {
		out.table = append(out.table, []string{p.say("Together"), sum(p.of.Planned), sum(p.of.Done)})
	}
	return out
}

// planned lists sessions with their outcome.
func (p printer) planned(title string, sessions []calendar.EventRow) section {
	out := section{title: title, table: [][]string{{p.say("Day"), p.say("Session"), p.say("Planned"), p.say("State")}}}
	for i := range sessions {
		e := &sessions[i]
		state := calendar.PrintedState(p.say, e.Status)
		if outcome := calendar.PrintedOutcome(p.say, e); outcome != "" {
			state = p.say("%s: %s", state, outcome)
		}
		out.table = append(out.table, []string{calendar.PrintedDay(p.say, e.Day), e.Name, calendar.PrintedAmounts(p.say, e.Planned), state})
	}
	return out
}

// body says how the athlete is.
func (p printer) body() section {
	out := section{title: p.say("Form and readiness")}
	if r := p.of.Readiness; r != nil {
		out.lines = append(out.lines, p.say("Readiness: %s.", r.Meaning))
		for _, why := range r.Because {
			out.lines = append(out.lines, p.say("%s", why))
		}
	}
	return out
}

// next lists what comes.
func (p printer) next() section {
	out := p.planned(p.say("What comes next"), p.of.Next.Sessions)
	for i := range p.of.Next.Races {
		r := &p.of.Next.Races[i]
		line := p.say("Race: %s on %s, in %d days.", r.Name, r.Day.String(), r.InDays)
		if r.CTL != nil && r.TSB != nil {
			line += " " + p.say("Projected if you follow the plan: fitness %.1f, form %+.1f.", *r.CTL, *r.TSB)
		}
		out.lines = append(out.lines, line)
	}
	for _, w := range p.of.Next.Warnings {
		out.lines = append(out.lines, p.say("Watch out: %s", w))
	}
	if len(out.table) < 2 {
		out.table, out.lines = nil, append([]string{p.say("Nothing is planned for the next week.")}, out.lines...)
	}
	return out
}

// Text returns a report for a terminal.
func Text(of *View, all *fitness.SummaryView, say workout.Say) string {
	var b strings.Builder
	fmt.Fprintln(&b, Title(of, say))
	for _, s := range (printer{say, of, all}).sections() {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		var wide [8]int
		for _, row := range s.table {
			for i, cell := range row {
				wide[i] = max(wide[i], displaywidth.String(textclean.Line(cell, textclean.NameRunes)))
			}
		}
		for _, row := range s.table {
			line := ""
			for i, cell := range row {
				cell = textclean.Line(cell, textclean.NameRunes)
				line += "  " + cell + strings.Repeat(" ", wide[i]-displaywidth.String(cell))
			}
			fmt.Fprintln(&b, strings.TrimRight(line, " "))
		}
		for _, l := range s.lines {
			fmt.Fprintln(&b, "  "+textclean.Line(l, textclean.TextRunes))
		}
	}
	return b.String()
}

// Markdown returns a report as Markdown.
func Markdown(of *View, all *fitness.SummaryView, say workout.Say) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", Title(of, say))
	for _, s := range (printer{say, of, all}).sections() {
		fmt.Fprintf(&b, "\n## %s\n\n", s.title)
		for i, row := range s.table {
			for _, cell := range row {
				fmt.Fprintf(&b, "| %s ", calendar.MarkdownCell(cell))
			}
			b.WriteString("|\n")
			if i == 0 {
				b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
			}
		}
		if s.table != nil && s.lines != nil {
			b.WriteString("\n")
		}
		for _, l := range s.lines {
			fmt.Fprintf(&b, "- %s\n", calendar.MarkdownCell(l))
		}
	}
	return []byte(b.String())
}

const style = `body{font:14px/1.4 system-ui,sans-serif;color:#222;background:#fff;max-width:46rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.2rem 0 .3rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #bbb;padding:.2rem .4rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f2f2f2}
ul{margin:.3rem 0;padding-left:1.2rem}@media print{@page{size:A4;margin:15mm}body{font-size:10pt;margin:0;padding:0;max-width:none}
tr,li{break-inside:avoid}h2{break-after:avoid}}`

// HTML returns a report as a page that loads no other resources and prints on A4.
func HTML(of *View, all *fitness.SummaryView, language string, say workout.Say) []byte {
	var b strings.Builder
	title := html.EscapeString(Title(of, say))
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">", html.EscapeString(language))
	b.WriteString(`<meta name="viewport" content="width=device-width,initial-scale=1">`)
	b.WriteString(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
	fmt.Fprintf(&b, "<title>%s</title><style>%s</style></head><body>\n<h1>%s</h1>\n", title, style, title)
	for _, s := range (printer{say, of, all}).sections() {
		fmt.Fprintf(&b, "<h2>%s</h2>\n", html.EscapeString(s.title))
		tag := "th"
		for i, row := range s.table {
			if i == 0 {
				b.WriteString("<table>")
			}
			b.WriteString("<tr>")
			for _, cell := range row {
				fmt.Fprintf(&b, "<%s>%s</%s>", tag, html.EscapeString(cell), tag)
			}
			b.WriteString("</tr>\n")
			if tag = "td"; i == len(s.table)-1 {
				b.WriteString("</table>\n")
			}
		}
		if len(s.lines) > 0 {
			b.WriteString("<ul>")
			for _, l := range s.lines {
				fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(l))
			}
			b.WriteString("</ul>\n")
		}
	}
	b.WriteString("</body></html>\n")
	return []byte(b.String())
}
