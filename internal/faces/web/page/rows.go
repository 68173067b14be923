package page

import (
	"cmp"
	"slices"

	"lapkeep/internal/training"
)

// Field is a column of a table of T, with the cell of each row.
type Field[T any] struct {
	Column

	Of func(x *T) Cell
}

// TextField returns a column of text.
func TextField[T any](key, title string, of func(x *T) Cell) Field[T] {
	return Field[T]{Column{Key: key, Title: title, Text: true}, of}
}

// NumberField returns a column of the number with the key, under its label.
func NumberField[T any](p *Page, key string, of func(x *T) any) Field[T] {
	return Field[T]{Column{Key: key, Title: p.Label(key)}, func(x *T) Cell { return p.Cell(key, of(x)) }}
}

// SportField returns a column of sports.
func SportField[T any](p *Page, of func(x *T) training.Sport) Field[T] {
	return TextField("sport", p.Say("Sport"), func(x *T) Cell {
		c := Words(string(of(x)))
		c.Text = p.Sport(c.Value)
		return c
	})
}

// DoneField returns a column of days, each with a link to the activity of that day; a row
// may lack both.
func DoneField[T any, ID ~string](p *Page, of func(x *T) (training.Day, ID)) Field[T] {
	return TextField("local_date", p.Say("Date"), func(x *T) Cell {
		day, activity := of(x)
		switch {
		case day == 0:
			return Words("")
		case activity == "":
			return p.DayCell(&day)
		}
		return p.DayCell(&day).To(Link("/activities/", string(activity)))
	})
}

// MeasureField returns a column of numbers of different metrics, which of returns with
// the value.
func MeasureField[T any](p *Page, key, title string, of func(x *T) (metric string, value any)) Field[T] {
	return Field[T]{Column{Key: key, Title: title}, func(x *T) Cell {
		metric, value := of(x)
		return p.Cell(metric, value)
	}}
}

// NameCell returns a link with a name, or with other words if there is none.
func NameCell(name, otherwise, href string) Cell {
	c := Words(name).To(href).Of("name")
	c.Text = cmp.Or(c.Text, otherwise)
	return c
}

// TableOf returns a table with a row for each of all. A column in which no row has a
// value is left out.
func TableOf[T any](id, caption string, all []T, fields ...Field[T]) *Table {
	t := &Table{ID: id, Caption: caption, Rows: make([]Row, len(all))}
	cells := make([]Cell, len(all))
	for _, f := range fields {
		for i := range all {
			cells[i] = f.Of(&all[i])
		}
		if len(all) > 0 && !slices.ContainsFunc(cells, func(c Cell) bool { return c.Value != "" }) {
			continue
		}
		t.Columns = append(t.Columns, f.Column)
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, cells[i])
		}
	}
	return t
}

// DayCell returns a cell with a day, or an empty cell.
func (p *Page) DayCell(d *training.Day) Cell {
	if d == nil {
		return Words("")
	}
	return p.DateCell(d.String())
}
