package kinds_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// leave takes away what a service said of a ride of which it was told, and puts
// down what stays.
func leave(
	t *testing.T, db *store.DB, put func(tx *store.Tx) error, told ledger.OutboxRow,
) (did []journal.Changed, now store.ActivityRow, err error) {
	t.Helper()
	storetest.Athlete(t, db, "ann")
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		if err := put(tx); err != nil {
			return err
		}
		said := training.Statement{Ref: "tri:7", Name: "Mine", Description: "a secret", Feel: 4, CarbsG: 90}
		if _, err := tx.PutSaid("ann", "ride", said, document.StatementsBy{RunID: "sync", AsOf: noon, At: noon}); err != nil {
			return err
		}
		down, err := kinds.Activities{}.Stay(tx, outbox.Staying{Athlete: "ann", Source: "tri", Here: "ride", Rows: []ledger.OutboxRow{told}})
		if err != nil {
			return err
		}
		if err := tx.SetSaidRemoved("ann", "sync", true); err != nil {
			return err
		}
		did, err = down()
		return err
	})
	if err == nil {
		now, err = db.Activity(t.Context(), storetest.Export("ann"), "ride")
	}
	return did, now, err
}

// entered is a ride that nothing recorded.
func entered(refs ...string) func(tx *store.Tx) error {
	act := storetest.Activity("ride", noon)
	act.ExternalIDs = refs
	return func(tx *store.Tx) error { return tx.PutActivity("ann", act) }
}

// TestOfAnActivityStaysWhatTheServiceWasTold and took, unless it shows without
// too; each word can be taken back.
func TestOfAnActivityStaysWhatTheServiceWasTold(t *testing.T) {
	t.Parallel()
	recorded := func(tx *store.Tx) error { return storetest.AddRide(tx, "ann", "ride", noon, store.EveryAudience) }
	did, now, err := leave(t, storetest.Open(t), recorded, ledger.OutboxRow{Seq: 1, Action: ledger.Update, Details: ledger.Details{
		Changed: []string{"name", "description", "feel"},
		Wanted: outbox.Fields{
			"name": json.RawMessage(`"Mine"`), "description": json.RawMessage(`"a secret"`), "feel": json.RawMessage(`3`),
			"carbs_g": json.RawMessage(`90`),
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if now.Name != "Mine" || now.Description != "a secret" || now.Feel != 0 || now.CarbsG != 0 {
		t.Errorf("%+v", now.Activity)
	}
	if d := cmp.Diff([]string{"name"}, now.Edited); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]journal.Changed{journal.SetOverride("ride", "name", nil)}, did); d != "" {
		t.Error(d)
	}
}

// TestAnEntryStaysWhole under the name that it was entered by.
func TestAnEntryStaysWhole(t *testing.T) {
	t.Parallel()
	for ref, refs := range map[string][]string{"manual:ride": {}, "manual:mine": {"tri:7", "manual:mine"}} {
		db := storetest.Open(t)
		_, now, err := leave(t, db, entered(refs...), ledger.OutboxRow{Action: ledger.Create})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"carbs_g", "feel", "name"}, now.Edited); d != "" || now.Name != "Mine" || now.Feel != 4 {
			t.Errorf("%+v %s", now.Activity, d)
		}
		if d := cmp.Diff([]string{ref, "tri:7"}, now.ExternalIDs); d != "" {
			t.Error(d)
		}
		said, err := db.Said(t.Context(), storetest.Export("ann"), "ride")
		if err != nil || len(said) != 1 || said[0].Said.Ref != ref {
			t.Errorf("it stands by %+v, %v", said, err)
		}
	}
}

// TestWhatCannotStay fails; of what is not here nothing stays.
func TestWhatCannotStay(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"INSERT ON overrides", "INSERT ON said WHEN new.run = ''"} {
		home := t.TempDir()
		db := storetest.OpenHome(t, home)
		storetest.Refuse(t, home, what)
		if _, _, err := leave(t, db, entered(), ledger.OutboxRow{Action: ledger.Create}); err == nil || !strings.Contains(err.Error(),
			"refused") {
			t.Errorf("%s fails, and it says %v", what, err)
		}
	}
	storetest.Write(t, storetest.Open(t), func(tx *store.Tx) error {
		down, err := kinds.Activities{}.Stay(tx, outbox.Staying{Athlete: "ann", Here: "none"})
		if down != nil {
			t.Error("something stays")
		}
		return err
	})
}
