package plan

import "strings"

// place finds the lines of all that stands in n, which ends before limit.
func (d *Doc) place(n *Node, limit int) {
	for i, e := range n.Entries {
		s := &e.span
		if n.flow {
			s = n.holder
		} else {
			next := limit
			if i+1 < len(n.Entries) {
				next = n.Entries[i+1].from
			}
			e.to = d.trim(e.from, next, e.column)
		}
		d.below(e.Value, s, e.to)
	}
	for i, it := range n.Items {
		s := &it.span
		if n.flow {
			s = n.holder
		} else {
			next := limit
			if i+1 < len(n.Items) {
				next = n.Items[i+1].from
			}
			it.to = d.trim(it.from, next, it.column)
			it.lead = d.above(it.from, it.column)
		}
		d.below(it.Value, s, it.to)
	}
}

func (d *Doc) below(n *Node, holder *span, limit int) {
	n.holder = holder
	d.place(n, limit)
}

// trim is the line behind the last that belongs to what begins at from: blank
// lines behind it do not, nor comments that are not indented below it.
func (d *Doc) trim(from, limit, column int) int {
	for limit > from+1 {
		indent, comment, blank := d.line(limit - 1)
		if !blank && (!comment || indent > column) {
			break
		}
		limit--
	}
	return limit
}

// above is the first of the comments right above a line, at its own column.
func (d *Doc) above(from, column int) int {
	for from > 0 {
		indent, comment, _ := d.line(from - 1)
		if !comment || indent != column {
			break
		}
		from--
	}
	return from
}

func (d *Doc) line(i int) (indent int, comment, blank bool) {
	text := strings.TrimRight(d.lines[i], " \t\r\n")
	rest := strings.TrimLeft(text, " ")
	return len(text) - len(rest), strings.HasPrefix(rest, "#"), rest == ""
}
