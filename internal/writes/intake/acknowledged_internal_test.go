package intake

import (
	"encoding/json"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// TestWordsThatTheServiceTook checks that texts that the service took are its
// own from then on; those that it never took, wait, or were refused last stay
// the athlete's.
func TestWordsThatTheServiceTook(t *testing.T) {
	t.Parallel()
	took := ledger.Details{
		Wanted:   ledger.Fields{"name": json.RawMessage(`"Mine"`), "load": json.RawMessage(`70.4`), "weight_kg": json.RawMessage(`61`)},
		ReadBack: ledger.Fields{"name": json.RawMessage(`"Mine"`), "load": json.RawMessage(`70`), "weight_kg": json.RawMessage(`61`)},
	}
	done := ledger.OutboxRow{Source: "tri", Action: ledger.Create, State: ledger.Done, Details: took}
	waits := ledger.OutboxRow{Source: "tri", Action: ledger.Update, State: ledger.Waiting}
	refused := ledger.OutboxRow{Source: "tri", Action: ledger.Update, State: ledger.OutboxFailed}
	other := done
	other.Source = "duo"
	const words = `{"load":70.4,"name":"Mine","start_local":"2026-05-02T00:00:00"}`
	for name, x := range map[string]struct {
		of        document.Collection
		rows      []ledger.OutboxRow
		own, want string
	}{
		"taken":             {document.Events, []ledger.OutboxRow{done}, words, `{"load":70.4,"start_local":"2026-05-02T00:00:00"}`},
		"said the same":     {document.Events, []ledger.OutboxRow{done}, `{"color":"red"}`, ``},
		"another word":      {document.Events, []ledger.OutboxRow{done}, `{"name":"Newer"}`, `{"name":"Newer"}`},
		"waiting":           {document.Events, []ledger.OutboxRow{done, waits}, words, words},
		"refused":           {document.Events, []ledger.OutboxRow{done, refused}, words, words},
		"refused, then not": {document.Events, []ledger.OutboxRow{refused, done}, `{"name":"Mine"}`, ``},
		"another service":   {document.Events, []ledger.OutboxRow{other}, words, words},
		"said by this one":  {document.Events, []ledger.OutboxRow{other}, `{"color":"red"}`, `{"color":"red"}`},
		"never told":        {document.Events, nil, words, words},
		"a day": {
			document.Wellness, []ledger.OutboxRow{done}, `{"local_date":"2026-05-01","numbers":{"weight_kg":{"value":61,"source":"athlete"}}}`, ``,
		},
		"a day with more": {
			document.Wellness,
			[]ledger.OutboxRow{done},
			`{"local_date":"2026-05-01","numbers":{"mood":{"value":2},"weight_kg":{"value":61}}}`,
			`{"local_date":"2026-05-01","numbers":{"mood":{"value":2}}}`,
		},
	} {
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		storetest.Write(t, db, func(tx *store.Tx) error {
			for _, r := range x.rows {
				r.Athlete, r.Kind, r.Here, r.Entry = "ann", string(x.of), "2026-05-01", "j"
				if _, err := tx.Outbox().Put(r); err != nil {
					return err
				}
			}
			st := document.Statement{
				Collection: x.of, ID: "2026-05-01", Source: "tri", AsOf: noon,
				Body: map[string]any{"color": "red", "name": "Theirs"},
			}
			if _, err := tx.PutStatement("ann", st); err != nil {
				return err
			}
			_, err := tx.PutOwn("ann", x.of, "2026-05-01",
				document.Own{Fields: json.RawMessage(x.own), Days: training.DayRange{From: 20_000, To: 20_000}})
			return err
		})
		storetest.Write(t, db, func(tx *store.Tx) error {
			if err := acknowledged(tx, "ann", "tri", x.of, "2026-05-01"); err != nil {
				return err
			}
			l, err := tx.Layers("ann", x.of, "2026-05-01")
			if got := string(l.Own.Fields); got != x.want || (x.want == "") != (l.Own.Days.To == 0) {
				t.Errorf("%s: %s of %v, want %s", name, got, l.Own.Days, x.want)
			}
			return err
		})
	}
}
