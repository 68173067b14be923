package page

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Field is a column of a table of T, with the cell of each row.
type Field[T any] struct {
	Column

	Of func(x *T) Cell

	more []Field[T] // columns after this one
}

// TextField returns a column of text.
func TextField[T any](key, title string, of func(x *T) Cell) Field[T] {
	return Field[T]{Column: Column{Key: key, Title: title, Text: true}, Of: of}
}

// NumberField returns a column of the number with the key, under its label.
func NumberField[T any](p *Page, key string, of func(x *T) any) Field[T] {
	return MeasureField(p, key, p.Label(key), func(x *T) (string, any) { return key, of(x) })
}

// Numbers returns a column for each of the numbers that an answer has under the keys.
func Numbers[T any](p *Page, keys ...string) Field[T] {
	all := make([]Field[T], len(keys))
	for i, key := range keys {
		all[i] = NumberField(p, key, member[T](key))
	}
	all[0].more = all[1:]
	return all[0]
}

// Member returns the value that an answer has under a key, or nil if the answer leaves it
// out.
func Member[T any](x *T, key string) any { return member[T](key)(x) }

// member returns a function that reads the value under a key. A key that the type does not
// have is a fault of the page.
func member[T any](key string) func(x *T) any {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); name == key {
			return func(x *T) any {
				v := reflect.ValueOf(x).Elem().FieldByIndex(f.Index)
				if v.IsZero() && strings.HasPrefix(options, "omit") {
					return nil
				}
				return v.Interface()
			}
		}
	}
	panic("page: the answer's type has no member " + key)
}

// ColumnField returns a column of the numbers with the key, for a table whose rows are the
// [Places] of an answer in columns.
func ColumnField[N any](p *Page, key, title string, all []N) Field[int] {
	return MeasureField(p, key, title, func(i *int) (string, any) { return key, At(all, *i) })
}

// Places returns the places of n rows, from 0.
func Places(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
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
	return DoneFieldOf(p, "local_date", of)
}

// DoneFieldOf does the same under another key.
func DoneFieldOf[T any, ID ~string](p *Page, key string, of func(x *T) (training.Day, ID)) Field[T] {
	return TextField(key, p.Say("Date"), func(x *T) Cell {
		day, activity := of(x)
		if day == 0 {
			return Words("")
		}
		return p.DoneCell(day.String(), string(activity))
	})
}

// DoneCell returns a cell with a day and a link to the activity of that day, if it names
// one.
func (p *Page) DoneCell(day, activity string) Cell {
	c := p.DateCell(day)
	if day == "" || activity == "" {
		return c
	}
	return c.To(Link("/activities/", activity))
}

// MeasureField returns a column of numbers of different metrics, which of returns with
// the value.
func MeasureField[T any](p *Page, key, title string, of func(x *T) (metric string, value any)) Field[T] {
	return Field[T]{Column: Column{Key: key, Title: title}, Of: func(x *T) Cell {
		metric, value := of(x)
		return p.Cell(metric, value)
	}}
}

// CalledCell returns a cell with a value, under the name that it has in a list.
func CalledCell(all [][2]string, value string) Cell {
	c := Words(value)
	c.Text = Called(all, c.Value)
	return c
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
	var columns []Field[T]
	for _, f := range fields {
		columns = append(append(columns, f), f.more...)
	}
	for _, f := range columns {
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
