package fit

import (
	"fmt"
	"testing"
)

// TestDeveloperValuesAreBounded: a long recording has few developer columns,
// in all of its parts together, and an hour as many as any has.
func TestDeveloperValuesAreBounded(t *testing.T) {
	t.Parallel()
	for all, want := range map[int]int{0: 64, 3600: 64, 1 << 20: 8} {
		r, held := NewRows(1, all), 0
		for i := range 100 {
			d := description{DeveloperColumn: DeveloperColumn{Name: fmt.Sprint(i)}}
			if _, ok := r.developerColumn(&d); ok {
				held++
			}
		}
		if held != want {
			t.Errorf("of %d records: %d columns, want %d", all, held, want)
		}
	}
}
