package kinds_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// settingsReader is a service that lets nobody say anything.
type settingsReader struct{ source.MessageReader }

func (settingsReader) Name() source.Name                             { return "tri" }
func (settingsReader) Policy() source.Policy                         { return source.Policy{} }
func (settingsReader) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

// applier is a service with settings of sports, that answers late.
type applier struct {
	source.SportSettingsWriter
	settingsReader
	asked []string
	fails error
}

func (*applier) SportSettings(context.Context) ([]training.SportSettings, error) {
	return []training.SportSettings{{ID: "31"}}, nil
}

func (s *applier) ApplySportSettings(_ context.Context, id string) error {
	s.asked = append(s.asked, id)
	return s.fails
}

func TestSettingsAreAppliedForGood(t *testing.T) {
	t.Parallel()
	k, s := kinds.AppliedSettings{}, &applier{}
	if !k.Can(s, ledger.Update) || k.Can(s, ledger.Create) || k.Can(settingsReader{}, ledger.Update) {
		t.Error("it can what it cannot")
	}
	if what, forever := k.Final(s, ledger.Update); what == "" || !forever {
		t.Errorf("%q %v", what, forever)
	}
	before, err := k.Read(t.Context(), s, "31")
	if err != nil || len(before.Fields) > 0 {
		t.Errorf("%+v %v", before, err)
	}
	if _, err := k.Read(t.Context(), s, "32"); training.KindOf(err) != training.KindNotFound || err == nil {
		t.Errorf("settings that are not there: %v", err)
	}
	after, err := k.Update(t.Context(), s, "31", nil, nil)
	if err != nil || len(outbox.Differing(k, before.Fields, after.Fields, nil)) != 1 || !cmp.Equal(s.asked, []string{"31"}) {
		t.Errorf("%+v %v", after, err)
	}
	s.fails = source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "Later.")
	if _, err := k.Update(t.Context(), s, "31", nil, nil); err == nil {
		t.Error("a failure is swallowed")
	}
	if _, err := k.Create(t.Context(), s, "", nil); err == nil {
		t.Error("something is made")
	}
	if c, err := k.Changed(nil, "ann", journal.Op{Kind: journal.OpPutNote}); c != nil || err != nil {
		t.Errorf("%v %v", c, err)
	}
}
