package page

import (
	"maps"
	"slices"
	"strings"
)

// columnsName is the value of the address that says which columns of a table are
// shown, one a column: cols=laps.avg_hr_bpm. Without any of a table it is as usual.
const columnsName = "cols"

// Chosen are the keys of the columns of a table that the address names.
func (p *Page) Chosen(table string) (keys []string) {
	for _, v := range p.Request.URL.Query()[columnsName] {
		if of, key, ok := strings.Cut(v, "."); ok && of == table {
			keys = append(keys, key)
		}
	}
	return keys
}

// chosen is a table with the columns that the reader chose, or the usual ones. Those
// that lead somewhere stay: without them nobody would get there.
func (p *Page) chosen(t *Table) *Table {
	var keys []string
	if t.Choosable {
		keys = p.Chosen(t.ID)
	} else if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Off }) {
		return t
	}
	shown := func(i int) bool {
		c := t.Columns[i]
		return t.leads(i) || slices.Contains(keys, c.Key)
	}
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return slices.Contains(keys, c.Key) }) {
		shown = func(i int) bool { return !t.Columns[i].Off }
	}
	out := *t
	out.Columns, out.Rows = nil, make([]Row, len(t.Rows))
	copy(out.Rows, t.Rows)
	for k := range out.Rows {
		out.Rows[k].Cells = nil
	}
	for i, c := range t.Columns {
		if !shown(i) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for k, r := range t.Rows {
			out.Rows[k].Cells = append(out.Rows[k].Cells, r.Cells[i])
		}
	}
	return &out
}

// leads says that a column has links.
func (t *Table) leads(i int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[i].Href != "" })
}

// choices are the columns that can be chosen.
func (t *Table) choices() (out []Column) {
	for i, c := range t.Columns {
		if !t.leads(i) {
			out = append(out, c)
		}
	}
	return out
}

// has says that a column is among those of a table.
func (t *Table) has(c Column) bool {
	return slices.ContainsFunc(t.Columns, func(x Column) bool { return x.Key == c.Key })
}

// asUsual is the page's address without the columns that were chosen of a table.
func (p *Page) asUsual(t *Table) string {
	q := p.Request.URL.Query()
	q[columnsName] = slices.DeleteFunc(q[columnsName], func(v string) bool { return strings.HasPrefix(v, t.ID+".") })
	return p.Request.URL.Path + "?" + q.Encode() + "#" + t.ID
}

// others are the values of the address but some, for a form to keep. One that ends
// in a dot is a name with the beginning of values: cols=laps.
func (p *Page) others(but []string) (out [][2]string) {
	q := p.Request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		for _, v := range q[name] {
			of, _, _ := strings.Cut(v, ".")
			if !slices.Contains(but, name) && !slices.Contains(but, name+"="+of+".") && name != "as" && name != "table" {
				out = append(out, [2]string{name, v})
			}
		}
	}
	return out
}
