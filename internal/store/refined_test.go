package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// beforeKinds is the version of databases whose packed rows had no sub-sport.
const beforeKinds = 15

// TestRowsOfFormerHomesNameTheirSubSport: what an earlier version packed, of
// each of its forms, comes with the sub-sport after the upgrade.
func TestRowsOfFormerHomesNameTheirSubSport(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	assort(t, db)
	days := training.DayRange{From: 0, To: 1 << 20}
	want, err := db.LoadInputs(t.Context(), storetest.Export("ann"), days)
	if err != nil || len(want) < 10 {
		t.Fatal(len(want), err)
	}
	all := int64(7) // every audience
	var former strings.Builder
	for i, in := range want {
		in.SubSport, in.Kcal, in.GradedMPS = "", 0, 0
		b := in.Pack(all)
		for range i % 3 { // with 14, 13 or 12 numbers
			b = b[:len(b)-8]
		}
		b[0] = b[0]&^0xa0 | []byte{0xa0, 0x80, 0}[i%3]
		want[i].Kcal, want[i].GradedMPS = 0, 0
		fmt.Fprintf(&former, "UPDATE load_rows SET data=x'%x' WHERE activity='%s';", b, in.ID)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&former, "%sPRAGMA user_version=%d", withoutTimes(), beforeKinds)
	if err := sqlitedb.Script(t.Context(), filepath.Join(home, "lapkeep.db"), former.String()); err != nil {
		t.Fatal(err)
	}
	db = storetest.OpenHome(t, home)
	got, err := db.LoadInputs(t.Context(), storetest.Export("ann"), days)
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	kinds := map[training.Discipline]int{}
	for i := range got {
		kinds[got[i].Discipline()]++
	}
	page, err := db.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{
		Sports: training.DisciplineOf(training.Cycling, training.SubVirtual).Alone(),
	})
	if n := kinds[training.DisciplineOf(training.Cycling, training.SubVirtual)]; err != nil || n == 0 || n != page.Total {
		t.Errorf("%d virtual rides have loads and %d are listed (%v)", n, page.Total, err)
	}
}
