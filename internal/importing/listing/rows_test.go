package listing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/listing"
)

// TestRowsAsTheyAreWritten: a quote within a cell is one, and a row may be
// shorter or longer than the head.
func TestRowsAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	var got []string
	const table = "name,km\n26\" wheel,7\nshort\nlong,-1,more\n"
	err := listing.Rows([]byte(table), nil, func(r listing.Row) {
		got = append(got, r.Text("name"))
		if km := r.Positive("km"); km != 0 && km != 7 {
			t.Errorf("%v km", km)
		}
	})
	if d := cmp.Diff([]string{`26" wheel`, "short", "long"}, got); d != "" || err != nil {
		t.Errorf("%s %v", d, err)
	}
}

// TestNumbersAsTheyAreWritten: a comma is that of a decimal or of thousands, as the table is
// written, and what is no number is none.
func TestNumbersAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	none := 0.0
	for cell, want := range map[string][2]float64{ // between commas, and between semicolons
		"62.5": {62.5, 62.5}, "62,5": {62.5, 62.5}, " 7 ": {7, 7}, "-3": {-3, -3}, "0": {0, 0},
		"1,234": {1234, 1.234}, "1,234.5": {1234.5, 1234.5}, "1.234,5": {1234.5, 1234.5}, "12,345,678": {12345678, 12345678},
		"": {none, none}, "-": {none, none}, "NaN": {none, none}, "Inf": {none, none},
		"1e99": {none, none}, "7 kg": {none, none}, "1,2,3": {none, none},
	} {
		for i, table := range []string{"name,n\na,\"" + cell + "\"\n", "name;n\na;\"" + cell + "\"\n"} {
			err := listing.Rows([]byte(table), nil, func(r listing.Row) {
				got, ok := r.Number("n")
				if got != want[i] || ok != (got != 0 || cell == "0") || r.Positive("n") != max(0, got) {
					t.Errorf("%q in %q is %v, %t; want %v", cell, table, got, ok, want[i])
				}
				if _, ok := r.Number("missing"); ok {
					t.Error("a missing column has a number")
				}
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
}
