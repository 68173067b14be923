package settings_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/settings"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// post takes what is for a service, and sends nothing.
type post struct{ took []journal.SettingsApplied }

func (p *post) Enqueue(_ context.Context, _ *store.Tx, _ journal.Entry, did journal.Changed) ([]journal.AtService, error) {
	applied, ok := did.(journal.SettingsApplied)
	if !ok {
		return nil, nil
	}
	p.took = append(p.took, applied)
	return []journal.AtService{{Service: "Tri", Action: "update", State: journal.AtServiceWould, Final: "No way back."}}, nil
}

func (*post) Revert(context.Context, *store.Tx, journal.Entry, string) ([]journal.AtService, error) {
	return nil, nil
}

func (*post) Flush(context.Context, training.AthleteID, string) []journal.AtService {
	return []journal.AtService{{Service: "Tri", Action: "update", State: journal.AtServiceDone}}
}

func (*post) Apart(training.AthleteID, []journal.AtService) []journal.AtService { return nil }

// says has a service have settings.
func (b *board) says(id string, ftp float64, sports ...training.Discipline) {
	b.Helper()
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.SportSettings, ID: id, Source: "tri", AsOf: storetest.Noon(),
			Body: training.SportSettings{Sports: sports, FTPW: ftp},
		})
		return err
	})
}

// TestAServiceIsAskedToApplyItsSettings: those of the fewest sports, after a
// person has seen which, and that there is no way back.
func TestAServiceIsAskedToApplyItsSettings(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.says("tri:1", 240, training.Cycling.Plain(), training.Running.Plain())
	b.says("tri:2", 250, training.Cycling.Plain())
	const args = `{"sport":"ride","at_service":true}`
	before := b.history()
	p := tooltest.Fails(t, b.table, call(), "apply_sport_settings", args)
	if p.Kind != training.KindUnsupported || !strings.Contains(p.String(), "tri is not connected") {
		t.Errorf("nobody to ask: %s", p)
	}
	out := &post{}
	b.journal = b.journal.WithOutbox(out)
	b.table = tools.NewTable(settings.Rows(settings.Deps{
		Store: b.db, Journal: b.journal, Title: func(_ training.AthleteID, name string) string { return strings.ToUpper(name) },
	})...)
	_, err := b.table.Call(t.Context(), "apply_sport_settings", call(), []byte(args))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		t.Fatalf("%v", err)
	}
	q := need.Preview
	if !cmp.Equal(phrasetest.Texts(q.Irreversible), []string{"No way back."}) || len(q.Changes) != 1 || q.Changes[0].Target != "tri:2" ||
		!strings.Contains(q.Summary.String(), "Let TRI apply") {
		t.Errorf("%+v", q)
	}
	if _, err := b.journal.Grant(t.Context(), storetest.Model(who), q.Token, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
	b.says("tri:2", 255, training.Cycling.Plain())
	_, err = b.table.Call(t.Context(), "apply_sport_settings", call(), []byte(args))
	if again, ok := errors.AsType[*journal.NeedsConsent](err); !ok || again.Preview.Token == q.Token {
		t.Errorf("settings that were changed there since: %v", err)
	}
	b.says("tri:2", 250, training.Cycling.Plain())
	done := b.write("apply_sport_settings", args)
	if done.JournalID == "" || len(done.AtService) != 1 || done.AtService[0].State != journal.AtServiceDone ||
		out.took[len(out.took)-1].Document != "tri:2" {
		t.Errorf("%+v", done)
	}
	if d := cmp.Diff(before, b.history()); d != "" {
		t.Errorf("something changed here: %s", d)
	}
	both := b.write("apply_sport_settings", fmt.Sprintf(`{"sport":"ride","from":%q,"at_service":true,"dry_run":true}`, today-8))
	if len(both.Changes) != 4 || len(both.AtService) != 1 || both.Loads.Changed != 8 {
		t.Errorf("%+v", both)
	}
}
