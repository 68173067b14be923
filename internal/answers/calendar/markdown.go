package calendar

import (
	"context"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Markdown returns the sheet as Markdown, with a table for each week.
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

// cell escapes a text for use in a table. Others may have written it, so no
// part of it may act as markup.
func (m markdown) cell(s string) string { return MarkdownCell(textclean.Line(s, textclean.NameRunes)) }

// MarkdownCell escapes one line of text for Markdown.
func MarkdownCell(s string) string { return escaper.Replace(textclean.Line(s, textclean.TextRunes)) }

var escaper = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "#", `\#`,
)

// style is light and simple. The state is always shown in words; colour is only an aid.
const style = `body{font:14px/1.35 system-ui,sans-serif;color:#222;background:#fff;margin:1.5rem}
h1{font-size:1.4rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:1.25rem 0 .4rem}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{border:1px solid #bbb;padding:.25rem;vertical-align:top;text-align:left;overflow-wrap:anywhere}
th{background:#f2f2f2;font-weight:600}td.out{background:#fafafa}td.today{outline:2px solid #222;outline-offset:-2px}
.n{color:#555;font-size:.85em}.e{margin:.2rem 0;padding-left:.35rem;border-left:4px solid #999}
.done{border-color:#2e7d32}.partly{border-color:#b26a00}.moved{border-color:#1565c0}.missed{border-color:#b3261e}
.extra{border-color:#6a4fa3}.upcoming{border-color:#777}.e b{font-weight:600}.e i{font-style:normal;color:#444}
ul{list-style:none;padding:0;margin:.5rem 0}li{display:inline-block;margin:0 1rem .25rem 0}
@media print{body{margin:0;font-size:9pt}@page{size:landscape;margin:10mm}section{break-inside:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`

// HTML returns the sheet as an HTML page that loads no other resources.
func HTML(sheet *Sheet, title, language string, say workout.Say) []byte {
	p := page{writer{&strings.Builder{}, say, sheet, title}}
	fmt.Fprintf(p, "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">", html.EscapeString(language))
	p.WriteString(`<meta name="viewport" content="width=device-width,initial-scale=1">`)
	p.WriteString(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
	fmt.Fprintf(p, "<title>%s</title><style>%s</style></head><body>\n", p.text(title), style)
	fmt.Fprintf(p, "<h1>%s</h1>\n", p.text(title))
	p.legends()
	for day := sheet.Days.From; day <= sheet.Days.To; {
		first := max(day.MonthStart(), sheet.Days.From)
		next := (day.MonthStart() + 31).MonthStart()
		p.section(training.DayRange{From: first, To: min(next-1, sheet.Days.To)})
		day = next
	}
	p.WriteString("</body></html>\n")
	return []byte(p.String())
}

type page struct{ writer }

func (p page) text(s string) string { return html.EscapeString(s) }

func (p page) legends() {
	p.WriteString("<ul>")
	for _, l := range p.legend() {
		fmt.Fprintf(p, `<li class="e %s">%s</li>`, l[0], p.text(l[1]))
	}
	p.WriteString("</ul>\n")
}

// section writes one month, with a row per week. It includes the totals of the
// weeks that begin in the month.
func (p page) section(month training.DayRange) {
	fmt.Fprintf(p, "<section><h2>%s</h2><table><thead><tr>", p.text(p.month(month.From)))
	first := month.From.WeekStart(p.sheet.Week)
	for d := first; d < first+7; d++ {
		fmt.Fprintf(p, "<th>%s</th>", p.text(p.weekday(d.Weekday())))
	}
	fmt.Fprintf(p, "<th>%s</th></tr></thead><tbody>\n", p.text(p.say("Week")))
	for week := first; week <= month.To; week += 7 {
		p.WriteString("<tr>")
		for d := week; d < week+7; d++ {
			if month.Contains(d) {
				p.day(p.sheet.On(d))
			} else {
				p.WriteString(`<td class="out"></td>`)
			}
		}
		p.WriteString("<td>")
		if month.Contains(week) || week < p.sheet.Days.From {
			p.week(week)
		}
		p.WriteString("</td></tr>\n")
	}
	p.WriteString("</tbody></table></section>\n")
}

func (p page) day(d Day) {
	class := ""
	if d.Day == p.sheet.Today {
		class = ` class="today"`
	}
	number := strings.TrimLeft(d.Day.String()[8:], "0")
	fmt.Fprintf(p, `<td%s><span class="n">%s</span>`, class, number)
	for _, e := range d.Events {
		p.event(e)
	}
	for _, u := range d.Unplanned {
		fmt.Fprintf(p, `<div class="e %s"><b>%s</b> %s<br><i>%s</i></div>`, u.Status, p.text(string(u.Sport)), p.text(p.amounts(&u.Amounts)),
			p.text(p.state(u.Status)))
	}
	p.WriteString("</td>")
}

func (p page) event(e *EventRow) {
	fmt.Fprintf(p, `<div class="e %s"><b>%s</b>`, e.Status, p.text(e.Name))
	if e.Time != "" {
		fmt.Fprintf(p, " %s", p.text(e.Time))
	}
	if planned := p.amounts(e.Planned); planned != "" {
		fmt.Fprintf(p, "<br>%s", p.text(planned))
	}
	said := p.category(e.Category)
	if e.Status != "" {
		said = p.state(e.Status)
	}
	if outcome := p.outcome(e); outcome != "" {
		said = p.say("%s: %s", said, outcome)
	}
	fmt.Fprintf(p, "<br><i>%s</i></div>", p.text(said))
}

func (p page) week(start training.Day) {
	for i := range p.sheet.Weeks {
		w := &p.sheet.Weeks[i]
		if w.Start != start {
			continue
		}
		var lines []string
		if w.Phase != "" {
			lines = append(lines, "<b>"+p.text(w.Phase)+"</b>")
		}
		if s := p.sum(w.Planned); s != "" {
			lines = append(lines, p.text(p.say("planned: %s", s)))
		}
		if s := p.sum(w.Done); s != "" {
			lines = append(lines, p.text(p.say("done: %s", s)))
		}
		if pct, ok := w.Percent["duration"]; ok {
			lines = append(lines, p.text(p.say("%s of the planned time", strconv.Itoa(int(pct))+" %")))
		}
		p.WriteString(strings.Join(lines, "<br>"))
	}
}

// Planned returns the workout that the event plans, with steps and notes.
func (e *Event) Planned() workout.Workout {
	w := workouts.Structured(&e.Document, e.Name, e.Description, e.Structure, e.Sport)
	w.SubSport = e.SubSport
	return w
}

// ICal converts the event to iCalendar, in the given time zone. The description of a
// workout has a line for each step, resolved with the thresholds of its day.
func (e *Event) ICal(say workout.Say, days *workouts.Days, stamp time.Time, zone *time.Location) workoutfile.Event {
	out := workoutfile.Event{Summary: e.Name, Description: e.Description}
	if w := e.Planned(); e.Session() && len(w.Steps) > 0 {
		out = workoutfile.OfWorkout(say, &w, days.On(e.Days.From, e.Discipline()))
	}
	if e.MovingTimeS > 0 {
		out.Duration = time.Duration(e.MovingTimeS * float64(time.Second))
	}
	if !e.Session() && e.Days.Days() > 1 {
		out.Duration = time.Duration(e.Days.Days()) * 24 * time.Hour
	}
	out.UID, out.Stamp, out.Day = e.ID, stamp, e.Days.From
	if clock := e.Start; len(clock) > 10 && clock[10:] != "T00:00:00" {
		out.Start, out.Zone = clock, zone
	}
	if out.Summary == "" {
		out.Summary = strings.ReplaceAll(string(e.Category), "_", " ")
	}
	out.Categories = append(out.Categories, string(e.Category))
	return out
}

// FileOptions controls how a calendar is written as a file.
type FileOptions struct {
	Days  training.DayRange
	Say   workout.Say
	Stamp time.Time
	Zone  *time.Location
	// Others means that other people will read the file. It leaves out events that they
	// should not see: those that a service hides, illness and injury, and settings of models.
	Others bool
}

// File returns the events on the given days as iCalendar.
func File(ctx context.Context, r store.Reader, s training.Scope, o FileOptions) ([]byte, error) {
	events, err := In(ctx, r, s, o.Days)
	if err != nil {
		return nil, err
	}
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	var all []workoutfile.Event
	for i := range events {
		if e := &events[i]; !o.Others || !e.HideFromAthlete && public(e.Category) {
			all = append(all, e.ICal(o.Say, days, o.Stamp, o.Zone))
		}
	}
	return workoutfile.WriteICal(all, workoutfile.ICalOptions{Name: "Lapkeep"}), ctx.Err()
}

// public reports whether others may see events of a category.
func public(c training.EventCategory) bool {
	switch c {
	case training.EventWorkout, training.EventRaceA, training.EventRaceB, training.EventRaceC, training.EventNote, training.EventTarget,
		training.EventPlan, training.EventHoliday:
		return true
	}
	return false
}

// Planner finds the planned sessions of activities.
type Planner struct {
	*Lister

	Store store.Reader
	Frame answers.Frame
}

// PlanOf returns the workout or race that is paired with an activity, or nil if
// there is none. It has no steps if its text could not be parsed.
func (p Planner) PlanOf(ctx context.Context, s training.Scope, id training.ActivityID, day training.Day) (*workouts.CompliancePlan, error) {
	b, _, err := p.agenda(ctx, p.Store, s, p.Frame, training.DayRange{From: day, To: day})
	if err != nil {
		return nil, err
	}
	for i := range b.events {
		e := &b.events[i]
		if pair, ok := b.pairs[e.ID]; ok && pair.Activity != nil && pair.Activity.ID == id {
			plan := &workouts.CompliancePlan{Name: e.Name, Source: workouts.SourceCalendar, EventID: e.ID, By: pair.By, Steps: e.Steps()}
			if e.CarbsGPerH > 0 || e.FluidMLPerH > 0 {
				plan.Fuel = &workouts.Fuel{CarbsGPerH: e.CarbsGPerH, FluidMLPerH: e.FluidMLPerH, DurationS: e.Figures().DurationS}
			}
			return plan, ctx.Err()
		}
	}
	return nil, ctx.Err()
}
