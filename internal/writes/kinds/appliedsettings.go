package kinds

import (
	"context"
	"encoding/json"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// AppliedSettings is that a service computes its past activities anew by the
// settings of sports that it has. It is asked for, once more after an answer
// that was lost, and never taken back.
type AppliedSettings struct{}

// applied is the one field: that it was asked for.
const applied = "applied"

// Name is "applied_settings".
func (AppliedSettings) Name() string { return "applied_settings" }

// Of is the settings by sport.
func (AppliedSettings) Of() training.ThingKind { return training.ThingSportSettings }

// Can reports whether the service computes anew.
func (AppliedSettings) Can(s source.Service, a ledger.Action) bool {
	return Both[source.SportSettingsReader, source.SportSettingsWriter](s) && a == ledger.Update
}

// Final says that there is no way back.
func (AppliedSettings) Final(source.Service, ledger.Action) (i18n.Sentence, bool) {
	return "The service computes the zones of all its past activities of these sports again and keeps no earlier " +
		"ones: an undo changes nothing there.", true
}

// Changed reads that settings are to be applied.
func (AppliedSettings) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	applies, ok := did.(journal.SettingsApplied)
	if !ok {
		return nil, nil
	}
	l, err := tx.Layers(a, document.SportSettings, applies.Document)
	if err != nil {
		return nil, err
	}
	return &outbox.Change{Here: applies.Document, There: AtSource(l), Fields: asked(), Names: []string{applied}}, nil
}

func asked() outbox.Fields { return outbox.Fields{applied: json.RawMessage("true")} }

// Read looks whether the service has the settings; what it did with them
// before it does not say.
func (AppliedSettings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	all, err := s.(source.SportSettingsReader).SportSettings(ctx)
	if err != nil {
		return outbox.Thing{}, err
	}
	for i := range all {
		if all[i].ID == id {
			return outbox.Thing{ID: id, Fields: outbox.Fields{}}, nil
		}
	}
	return outbox.Thing{}, training.Errorf(training.KindNotFound, "The service has no settings %q.", id)
}

// Update asks for it.
func (AppliedSettings) Update(ctx context.Context, s source.Service, id string, _ outbox.Fields, _ []string) (outbox.Thing, error) {
	err := s.(source.SportSettingsWriter).ApplySportSettings(ctx, id)
	return outbox.Thing{ID: id, Fields: asked()}, err
}

// Create is nothing that happens.
func (AppliedSettings) Create(context.Context, source.Service, string, outbox.Fields) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "Settings are applied where they are.")
}

// Delete is nothing that happens.
func (AppliedSettings) Delete(context.Context, source.Service, string) error { return nil }

// Keep is nothing: nothing here follows from it.
func (AppliedSettings) Keep(*store.Tx, outbox.Kept) error { return nil }

// Want is nothing either.
func (AppliedSettings) Want(*store.Tx, outbox.Kept, []string) error { return nil }
