package page_test

import (
	"testing"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/tools"
)

// TestColumnsWithoutValuesAreLeftOut: a column in which no row has a value is not
// shown, zero is a value, and a table without rows keeps all of its columns.
func TestColumnsWithoutValuesAreLeftOut(t *testing.T) {
	t.Parallel()
	type row struct {
		name string
		km   *float64
		n    int
	}
	p := &page.Page{Call: &tools.Call{}}
	of := func(all []row) *page.Table {
		return page.TableOf("x", "X", all,
			page.TextField("name", "Name", func(r *row) page.Cell { return page.Words(r.name) }),
			page.NumberField(p, "distance_km", func(r *row) any { return r.km }),
			page.NumberField(p, "activities", func(r *row) any { return r.n }),
		)
	}
	km := 1.5
	for name, c := range map[string]struct {
		rows []row
		want int
	}{
		"none": {nil, 3}, "no distance": {[]row{{"a", nil, 0}, {"b", nil, 2}}, 2}, "one distance": {[]row{{"a", nil, 0}, {"b", &km, 2}}, 3},
	} {
		got := of(c.rows)
		if len(got.Columns) != c.want || len(got.Rows) != len(c.rows) {
			t.Errorf("%s: %d columns and %d rows, want %d columns", name, len(got.Columns), len(got.Rows), c.want)
		}
		for i, r := range got.Rows {
			if len(r.Cells) != len(got.Columns) || r.Cells[0].Value != c.rows[i].name {
				t.Errorf("%s: row %d has %+v", name, i, r.Cells)
			}
		}
	}
}

// TestColumnsAreMembersOfTheAnswer: columns come in the order of their keys, also from an
// embedded type; what the answer leaves out is empty, a zero that it states is not; and a
// key that the answer does not have is refused.
func TestColumnsAreMembersOfTheAnswer(t *testing.T) {
	t.Parallel()
	type Totals struct {
		KM *float64 `json:"distance_km,omitempty"`
	}
	type row struct {
		Totals

		N    int `json:"activities"`
		Rank int `json:"rank,omitempty"`
	}
	p := &page.Page{Call: &tools.Call{}}
	km := 1.5
	got := page.TableOf("x", "X", []row{{Totals{&km}, 2, 1}, {}},
		page.Numbers[row](p, "rank", "activities"), page.Numbers[row](p, "distance_km"))
	want := [][]string{{"1", "2", "1.5"}, {"", "0", ""}}
	for i, r := range got.Rows {
		for n, c := range r.Cells {
			if c.Value != want[i][n] {
				t.Errorf("row %d: %s is %q, want %q", i, got.Columns[n].Key, c.Value, want[i][n])
			}
		}
	}
	if len(got.Columns) != 3 || got.Columns[2].Key != "distance_km" {
		t.Errorf("columns %+v", got.Columns)
	}
	defer func() {
		if recover() == nil {
			t.Error("a member that does not exist was accepted")
		}
	}()
	page.Numbers[row](p, "power_w")
}
