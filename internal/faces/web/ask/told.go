package ask

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
)

// part is an answer, or a part of one, as a page shows it.
type part struct {
	title  string
	words  []string
	facts  []fact
	tables []*page.Table
	parts  []*part
	absent page.Missing
}

// fact is a value with its label.
type fact struct {
	page.Cell

	label string
}

// teller turns an answer into parts. It counts tables, which need names for their CSV.
type teller struct {
	p      *page.Page
	tables int
	names  ordered.Object // of activities, by id
}

// forPrograms lists the members that only programs and models need: keys of other things, pages of
// answers, and how arguments were read.
func forPrograms() []string {
	return []string{
		"account_id", "athlete_id", "default_gear_id", "effort_id", "event_id", "external_id", "external_ids", "folder_id", "gear_id", "id",
		"ids", "journal_id", "latest_ids", "parent_id", "plan_id", "recording_id", "ref", "segment_id", "session_id", "sport_id", "url",
		"workout_id",
		"cursor", "next_cursor", "next_line", "next_start_offset_s", "from_row", "omitted", "stop_reason", "truncated", "content_truncated",
		"as_of", "athlete_reads", "narrow", "read_as", "resolution", "rule", "time_zone",
		"bucket", "bytes", "choose_from", "code", "color", "column", "fence", "key_in", "max_tokens", "more_tools", "not_offered", "path",
		"prompt", "schema", "window_s",
	}
}

// Shown reports whether the page shows a member of an answer.
func Shown(member string) bool { return !slices.Contains(forPrograms(), member) }

// leading lists the columns that come first.
func leading() []string {
	return []string{"local_date", "date", "local_dates", "week_start", "name", "title", "sport", "duration_s", "distance_km", "tss", "load"}
}

func newPart(p *page.Page, tool string, o ordered.Object) *part {
	t := &teller{p: p}
	t.names, _ = o.Get("names").(ordered.Object)
	o = slices.DeleteFunc(slices.Clone(o), func(m ordered.Member) bool { return m.Key == "local_date" || m.Key == "names" })
	return t.object(tool, o)
}

func (t *teller) object(key string, o ordered.Object) *part {
	out := &part{title: t.p.Section(key)}
	laidOut := ordered.Columns(o)
	for _, m := range o {
		if !Shown(m.Key) || slices.ContainsFunc(laidOut, func(c ordered.Member) bool { return c.Key == m.Key }) {
			continue
		}
		switch v := m.Value.(type) {
		case ordered.Object:
			t.inner(out, m.Key, v)
		case []any:
			t.list(out, m.Key, v)
		default:
			out.facts = append(out.facts, fact{t.cell(m.Key, v), t.p.Label(m.Key)})
		}
	}
	if laidOut != nil {
		out.tables = append(out.tables, t.table(key, ordered.Across(laidOut)))
	}
	return out
}

func (t *teller) inner(out *part, key string, o ordered.Object) {
	if key == "missing" {
		for _, m := range o {
			out.absent = out.absent.Add(m.Key, i18n.Name(t.text(m.Value)))
		}
		return
	}
	from, to := o.Get("start_date"), o.Get("end_date")
	switch {
	case len(o) == 0:
	case from != nil && to != nil:
		out.facts = append(out.facts, fact{page.Words(t.p.Say("%s to %s", t.text(from), t.text(to))), t.p.Label(key)})
	default:
		out.parts = append(out.parts, t.object(key, o))
	}
}

func (t *teller) list(out *part, key string, list []any) {
	rows, isRows := ordered.Rows(list)
	switch {
	case len(list) == 0:
	case key == "words" || key == "notes" && !isRows:
		for _, v := range list {
			out.words = append(out.words, t.text(v))
		}
	case isRows && slices.ContainsFunc(rows, deep):
		for i, o := range rows {
			x := t.object(key, o)
			x.title = t.p.Say("%s: %s", x.title, called(t, o, i))
			out.parts = append(out.parts, x)
		}
	case isRows:
		out.tables = append(out.tables, t.table(key, rows))
	case len(list) == 1 && ordered.Scalar(list[0]):
		out.facts = append(out.facts, fact{t.cell(key, list[0]), t.p.Label(key)})
	case ordered.Scalars(list):
		out.facts = append(out.facts, fact{t.cell(key, list), t.p.Label(key)})
	}
}

// deep reports whether an object does not fit into a row of a table.
func deep(o ordered.Object) bool {
	larger := 0
	for _, m := range o {
		if inner, ok := m.Value.(ordered.Object); ok && !flat(inner) {
			larger++
		} else if list, ok := m.Value.([]any); ok && !ordered.Scalars(list) {
			larger++
		}
	}
	return ordered.Columns(o) != nil || 2*larger > len(o)-larger
}

func flat(o ordered.Object) bool {
	return !slices.ContainsFunc(o, func(m ordered.Member) bool { return !ordered.Scalar(m.Value) })
}

// called returns what distinguishes an object from the others in its list.
func called(t *teller, o ordered.Object, i int) string {
	for _, m := range o {
		if text, ok := m.Value.(string); ok && text != "" && m.Key != "id" {
			return t.p.Term(text)
		}
	}
	return strconv.Itoa(i + 1)
}

// spread returns a row whose inner objects are replaced by their members.
func spread(o ordered.Object) (out ordered.Object) {
	for _, m := range o {
		inner, ok := m.Value.(ordered.Object)
		if !ok {
			out = append(out, m)
			continue
		}
		for _, x := range inner {
			if ordered.Scalar(x.Value) {
				out = append(out, ordered.Member{Key: m.Key + "." + x.Key, Value: x.Value})
			}
		}
	}
	return out
}

// table returns rows as a table with a column for each of their members. The first text of a row
// links to the page of the thing that it is about.
func (t *teller) table(key string, rows []ordered.Object) *page.Table {
	t.tables++
	out := &page.Table{ID: "answer-" + strconv.Itoa(t.tables), Caption: t.p.Section(key)}
	for i := range rows {
		rows[i] = spread(rows[i])
		for _, m := range rows[i] {
			if Shown(unitKey(m.Key)) && !slices.ContainsFunc(out.Columns, func(c page.Column) bool { return c.Key == m.Key }) {
				out.Columns = append(out.Columns, page.Column{Key: m.Key, Title: t.p.Label(m.Key), Text: !numeric(rows, m.Key)})
			}
		}
	}
	slices.SortStableFunc(out.Columns, func(a, b page.Column) int { return place(a.Key) - place(b.Key) })
	for _, o := range rows {
		href, row := hrefOf(key, o), page.Row{}
		for _, c := range out.Columns {
			cell := t.cell(c.Key, o.Get(c.Key))
			if c.Text && href != "" && cell.Text != "" && c.Key != "local_date" {
				cell, href = cell.To(href), ""
			}
			if c.Key == "local_date" || c.Key == "date" {
				cell = cell.Of("date")
			}
			row.Cells = append(row.Cells, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	return t.p.Show(out)
}

// place orders columns: the leading ones, and the others as they came.
func place(key string) int {
	if i := slices.Index(leading(), key); i >= 0 {
		return i
	}
	return len(leading())
}

func hrefOf(key string, o ordered.Object) string {
	id, _ := o.Get("id").(string)
	root := map[string]string{
		"activities": "/activities/", "results": "/activities/", "events": "/calendar/", "segments": "/segments/", "routes": "/routes/",
	}[key]
	if id == "" || root == "" || strings.Contains(id, ":") {
		return ""
	}
	return page.Link(root, id)
}

func numeric(rows []ordered.Object, key string) bool {
	return !slices.ContainsFunc(rows, func(o ordered.Object) bool {
		_, number := o.Get(key).(json.Number)
		return o.Get(key) != nil && !number
	})
}

// unitKey returns the name that has the unit of a member in a section.
func unitKey(key string) string { return key[strings.LastIndex(key, ".")+1:] }

func (t *teller) cell(key string, v any) page.Cell {
	switch v := v.(type) {
	case json.Number:
		return t.p.Cell(unitKey(key), v)
	case []any:
		all := make([]string, len(v))
		for i, x := range v {
			all[i] = t.cell(key, x).Text
		}
		return page.Words(strings.Join(all, ", "))
	case string:
		if of := unitKey(key); v != "" && (of == "activity_id" || of == "activity_ids") {
			name, _ := t.names.Get(v).(string)
			return page.Words(cmp.Or(name, t.p.Say("Open"))).To(page.Link("/activities/", v))
		}
		return page.Words(cmp.Or(t.p.Choice(unitKey(key), v), t.text(v)))
	}
	return page.Words(t.text(v))
}

func (t *teller) text(v any) string {
	switch v := v.(type) {
	case string:
		return t.p.Glossed(t.p.Term(v))
	case bool:
		if v {
			return t.p.Say("yes")
		}
		return t.p.Say("no")
	case json.Number:
		return v.String()
	}
	return ""
}

// indented returns JSON on lines.
func indented(b []byte) string {
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return string(b)
	}
	return out.String()
}
