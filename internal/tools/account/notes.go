package account

import (
	"context"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// notesField is the field of a profile that holds the notes.
const notesField = "notes"

// notes plans the new notes. They are kept at a service that has some; of
// several, at the athlete's home.
func (p *plan) notes(ctx context.Context, r serviced.Reader, hidden bool) error {
	if p.in.Notes == nil {
		return nil
	}
	text := textclean.Text(*p.in.Notes, textclean.TextRunes+1)
	if utf8.RuneCountInString(text) > textclean.TextRunes {
		return training.Errorf(training.KindTooLarge, "The notes are longer than %d characters.", textclean.TextRunes).WithFix("Shorten them.")
	}
	all, err := serviced.Profiles(ctx, r, p.call.Whole())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return training.Errorf(training.KindNotFound, "No service that was read keeps notes on the athlete.").
			WithFix("Connect one and call sync_now; create_events puts a note on a day.")
	}
	at := max(0, slices.IndexFunc(all, func(x serviced.Profile) bool { return x.Source == p.before.HomeOf(training.ThingProfile) }))
	held := all[at]
	if held.Notes == text && !hidden {
		return nil
	}
	fields := map[string]json.RawMessage{}
	if held.Document.Own != nil {
		if err := json.Unmarshal(held.Document.Own, &fields); err != nil {
			return training.Errorf(training.KindCorrupt, "The athlete's profile cannot be read: %w.", err).WithFix("Run lapkeep verify.")
		}
	}
	if fields[notesField], err = json.Marshal(text); err != nil {
		return err
	}
	n := &tools.OwnWords{
		In: document.Profiles, ID: held.Document.ID, Had: held.Document.Own,
		Stale: training.Errorf(training.KindConflict, "The notes were changed meanwhile.").WithFix("Read them again, then call again."),
	}
	if n.Own.Fields, err = json.Marshal(fields); err != nil {
		return err
	}
	p.noted = n
	p.Changes = append(p.Changes, journal.Change{
		Of: store.ChangeKind(document.Profiles), Target: n.ID,
		Field: notesField, Before: i18n.Name(held.Notes), After: i18n.Name(text),
	})
	p.Target("notes:"+n.ID, string(n.Had))
	return nil
}
