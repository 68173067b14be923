package cli

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// column is one field of all rows, laid out.
type column struct {
	key, head string
	cells     []string
	right     bool
	width     int
}

// leading are the fields that say which row it is, in the order in which
// people look for them.
func leading() []string {
	return []string{
		"lap", "split", "local_date", "date", "start_date", "week_start", "period", "names", "name", "title",
		"sport", "duration_s", "distance_km", "distance_m", "pace_s_per_km",
	}
}

// rank orders fields: those that lead, numbers, other words, ids.
func rank(c column) int {
	if i := slices.Index(leading(), c.key); i >= 0 {
		return i
	}
	switch {
	case strings.HasSuffix(c.key, "id") || strings.HasSuffix(c.key, "ids"):
		return len(leading()) + 2
	case c.right:
		return len(leading())
	}
	return len(leading()) + 1
}

// table prints rows; a title may say what all of them share.
func (p *page) table(indent, title string, all []object) {
	cols, nested := tableColumns(all)
	shared := ""
	if title != "" && len(all) > 1 {
		cols, shared = split(cols)
	}
	if title != "" {
		indent += step
	}
	kept, left := p.fitting(indent, cols)
	left = append(left, nested...)
	if title == "" {
		p.gap()
	} else {
		if shared != "" {
			title += " (each: " + shared + ")"
		}
		p.heading(strings.TrimSuffix(indent, step), title)
	}
	p.grid(indent, kept, len(all))
	if len(left) > 0 {
		for _, line := range p.wrapped(indent, "No room for: "+strings.Join(left, ", ")) {
			p.line(indent, line)
		}
	}
}

func (p *page) grid(indent string, cols []column, rows int) {
	for i := -1; i < rows; i++ {
		var cells []string
		for _, c := range cols {
			text := c.head
			if i >= 0 {
				text = c.cells[i]
			}
			pad := strings.Repeat(" ", c.width-lipgloss.Width(text))
			if c.right {
				cells = append(cells, pad+text)
			} else {
				cells = append(cells, text+pad)
			}
		}
		p.line(indent, strings.Join(cells, step))
	}
}

// tableColumns are the fields of rows that fit into a cell, and the names of
// those that do not.
func tableColumns(all []object) (out []column, nested []string) {
	at := map[string]int{}
	for i, row := range all {
		for _, m := range row {
			text, ok := inline(m.key, m.value)
			if name := strings.ToLower(label(m.key)); !ok && !slices.Contains(nested, name) {
				nested = append(nested, name)
			}
			if !ok || m.value == nil || text == "none" {
				continue
			}
			if scalar(m.value) {
				text = cell(m.key, m.value)
			}
			if _, known := at[m.key]; !known {
				at[m.key] = len(out)
				out = append(out, column{key: m.key, head: heading(m.key), right: true, cells: make([]string, len(all))})
			}
			c := &out[at[m.key]]
			c.cells[i] = text
			c.right = c.right && isNumber(m.value)
		}
	}
	for i := range out {
		c := &out[i]
		for _, text := range append(c.cells, c.head) {
			c.width = max(c.width, lipgloss.Width(text))
		}
	}
	slices.SortStableFunc(out, func(a, b column) int { return rank(a) - rank(b) })
	return out, nested
}

// heading is a field's name with its unit, which its cells leave out.
func heading(key string) string {
	if u := unitOf(key).shown; u != "" && u != duration {
		return label(key) + ", " + u
	}
	return label(key)
}

// split takes out the words that are the same in all rows.
func split(cols []column) (differ []column, shared string) {
	var said []string
	for _, c := range cols {
		same := !slices.ContainsFunc(c.cells, func(text string) bool { return text != c.cells[0] })
		if same && !c.right {
			said = append(said, strings.ToLower(c.head)+" "+c.cells[0])
		} else {
			differ = append(differ, c)
		}
	}
	return differ, strings.Join(said, ", ")
}

// fitting are the columns that there is room for, those that lead and the id
// before others; left are the names of the rest.
func (p *page) fitting(indent string, cols []column) (kept []column, left []string) {
	room := p.width - len(indent)
	keeps := map[string]bool{}
	for _, id := range []bool{true, false} {
		for _, c := range cols {
			if (c.key == "id") != id {
				continue
			}
			if p.width > 0 && c.width > room && len(keeps) > 0 {
				left = append(left, strings.ToLower(label(c.key)))
				continue
			}
			keeps[c.key] = true
			room -= c.width + len(step)
		}
	}
	return slices.DeleteFunc(cols, func(c column) bool { return !keeps[c.key] }), left
}
