package runkeepertest_test

import (
	"bytes"
	"encoding/csv"
	"testing"
	"time"

	"lapkeep/test/archivetest/runkeepertest"
)

// TestRowsNameTheirTracks: the table's local time and a track's first instant
// are one moment.
func TestRowsNameTheirTracks(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]runkeepertest.Options{"today": {}, "old, in miles": {Miles: true, Old: true, OffsetS: -18_000}} {
		a := runkeepertest.Build(o)
		if !bytes.Equal(a.Zip(), runkeepertest.Build(o).Zip()) {
			t.Errorf("%s: two builds differ", name)
		}
		rows, err := csv.NewReader(bytes.NewReader(a.Data("cardioActivities.csv"))).ReadAll()
		if err != nil || len(rows) != len(a.Activities)+1 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		tracks := 0
		for i, act := range a.Activities {
			row := rows[len(rows)-1-i]
			if got := row[len(row)-1]; got != act.File {
				t.Errorf("%s: row %d names %q, want %q", name, i, got, act.File)
			}
			if act.File == "" {
				continue
			}
			tracks++
			if !bytes.Contains(a.Data(act.File), []byte("<time>"+act.Start.Format(time.RFC3339)+"</time>")) ||
				bytes.Contains(a.Data(act.File), []byte("<type>")) {
				t.Errorf("%s: %s begins at another time, or has a type", name, act.File)
			}
		}
		if tracks == 0 || tracks == len(a.Activities) {
			t.Errorf("%s: %d of %d have tracks", name, tracks, len(a.Activities))
		}
	}
}
