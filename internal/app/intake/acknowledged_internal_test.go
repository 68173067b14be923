package intake

import (
	"encoding/json"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/outbox"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// TestWordsThatTheServiceTook are its own from then on; what it never took,
// what waits and what it refused last stays the athlete's.
func TestWordsThatTheServiceTook(t *testing.T) {
	t.Parallel()
	took := outbox.Details{
		Wanted:   outbox.Fields{"name": json.RawMessage(`"Mine"`), "load": json.RawMessage(`70.4`), "weight_kg": json.RawMessage(`61`)},
		ReadBack: outbox.Fields{"name": json.RawMessage(`"Mine"`), "load": json.RawMessage(`70`), "weight_kg": json.RawMessage(`61`)},
	}
	done := outbox.Row{Source: "tri", Action: outbox.Create, State: outbox.Done, Details: took}
	waits := outbox.Row{Source: "tri", Action: outbox.Update, State: outbox.Waiting}
	refused := outbox.Row{Source: "tri", Action: outbox.Update, State: outbox.Failed}
	other := done
	other.Source = "duo"
	const words = `{"load":70.4,"name":"Mine","start_local":"2026-05-02T00:00:00"}`
	for name, x := range map[string]struct {
		of        document.Collection
		rows      []outbox.Row
		own, want string
	}{
		"taken":             {document.Events, []outbox.Row{done}, words, `{"load":70.4,"start_local":"2026-05-02T00:00:00"}`},
		"said the same":     {document.Events, []outbox.Row{done}, `{"color":"red"}`, ``},
		"another word":      {document.Events, []outbox.Row{done}, `{"name":"Newer"}`, `{"name":"Newer"}`},
		"waiting":           {document.Events, []outbox.Row{done, waits}, words, words},
		"refused":           {document.Events, []outbox.Row{done, refused}, words, words},
		"refused, then not": {document.Events, []outbox.Row{refused, done}, `{"name":"Mine"}`, ``},
		"another service":   {document.Events, []outbox.Row{other}, words, words},
		"said by this one":  {document.Events, []outbox.Row{other}, `{"color":"red"}`, `{"color":"red"}`},
		"never told":        {document.Events, nil, words, words},
		"a day": {
			document.Wellness, []outbox.Row{done}, `{"local_date":"2026-05-01","numbers":{"weight_kg":{"value":61,"source":"athlete"}}}`, ``,
		},
		"a day with more": {
			document.Wellness,
			[]outbox.Row{done},
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
			if _, err := tx.Say("ann", st); err != nil {
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
