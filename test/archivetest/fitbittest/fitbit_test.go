package fitbittest_test

import (
	"bytes"
	"encoding/csv"
	"testing"

	"lapkeep/test/archivetest/fitbittest"
)

// TestTheTableIsWhole: a cell for each column, a row for each exercise.
func TestTheTableIsWhole(t *testing.T) {
	t.Parallel()
	a := fitbittest.Build()
	rows, err := csv.NewReader(bytes.NewReader(a.Files[0].Data)).ReadAll() // wants rows of one length
	if err != nil || len(rows) != 1+len(a.Exercises)+a.Empty {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if !bytes.Equal(a.Zip(), fitbittest.Build().Zip()) {
		t.Error("two builds differ")
	}
	if got := rows[3][3]; got != "-03:30" {
		t.Errorf("an offset of %s", got)
	}
}
