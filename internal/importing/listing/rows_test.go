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
