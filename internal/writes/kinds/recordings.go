package kinds

import (
	"context"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Recordings are files of activities that a person has a service get. None is
// sent by itself.
type Recordings struct{ Activities Activities }

// Name is "recording".
func (Recordings) Name() string { return "recording" }

// Of is activities.
func (Recordings) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service takes files, and shows what they became. One
// that hands out no file tells by itself whether it has one.
func (Recordings) Can(s source.Service, a ledger.Action) bool {
	_, uploads := s.(source.ActivityUploader)
	return a == ledger.Create && uploads && Both[source.ActivityReader, source.ActivityLister](s)
}

// Final says that what a service has of a file stays there: it may have been
// there before, or have been changed since.
func (Recordings) Final(source.Service, ledger.Action) (i18n.Sentence, bool) {
	return "An undo does not delete the activity at the service; delete it there.", true
}

// Others are whoever the service shows the athlete's activities to.
func (Recordings) Others(ledger.Action, outbox.Fields, []string) i18n.Sentence {
	return Activities{}.Others(ledger.Create, nil, nil)
}

// Changed reads that a recording is to be sent.
func (Recordings) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	sent, ok := did.(journal.RecordingSent)
	if !ok {
		return nil, nil
	}
	act, err := tx.Shown(a, sent.ID)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: string(sent.ID), Key: ofFile + sent.Original, New: true, To: source.Name(sent.To)}
	c.Fields, err = Flat(editOf(&act), wordsOfFile())
	return c, err
}

// wordsOfFile are what goes with a file.
func wordsOfFile() []string { return []string{"name", "description"} }

// Same is always so: what a service has otherwise is told, and not changed there.
func (Recordings) Same(string, []byte, []byte) bool { return true }

// Read gives the activity of a service's id.
func (k Recordings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	return k.Activities.Read(ctx, s, id)
}

// Find gives the activity that has the file already.
func (k Recordings) Find(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, bool, error) {
	t, ok, err := k.Activities.uploaded(ctx, s, strings.TrimPrefix(key, ofFile))
	return told(t, f, hadIt), ok, err
}

// Create sends the file. A service that does not show yet what it became has
// taken it all the same, and is not sent it again.
func (k Recordings) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	file, recs, err := k.Activities.file(ctx, strings.TrimPrefix(key, ofFile))
	if err != nil {
		return outbox.Thing{}, err
	}
	if len(recs) > 1 {
		return outbox.Thing{}, training.Errorf(training.KindUnsupported, "Its file holds several activities, so it is not sent.").
			WithFix("Upload the file there: lapkeep call export_activity writes it.")
	}
	ids, fresh, err := s.(source.ActivityUploader).Upload(ctx, file, source.Upload{
		Start: recs[0].Recording.Start, Name: text(f["name"]), Description: text(f["description"]),
	})
	switch {
	case err != nil:
		return outbox.Thing{}, err
	case len(ids) == 0:
		return told(outbox.Thing{}, f, "It has the file and does not show the activity yet; a later sync finds it."), nil
	}
	t, err := k.Activities.Read(ctx, s, ids[0])
	if err != nil { // it is there, whether it can be read back or not
		return outbox.Thing{ID: ids[0]}, nil //nolint:nilerr // another try would find it there, and read it no better
	}
	if fresh {
		return told(t, f, ""), nil
	}
	return told(t, f, hadIt), nil
}

const hadIt = "It had the recording already, so nothing was sent."

// told adds which words the service did not take.
func told(t outbox.Thing, f outbox.Fields, note i18n.Sentence) outbox.Thing {
	t.Note = note
	var stay []string
	for _, n := range wordsOfFile() {
		if !outbox.SameValue(f[n], t.Fields[n]) {
			stay = append(stay, n)
		}
	}
	if len(stay) > 0 {
		t.Note = i18n.InARow(note, i18n.Sentencef("Kept here only: %s.", strings.Join(stay, ", ")))
	}
	return t
}

// Update is nothing that happens to what was recorded.
func (k Recordings) Update(ctx context.Context, s source.Service, id string, _ outbox.Fields, _ []string) (outbox.Thing, error) {
	return k.Read(ctx, s, id)
}

// Delete is nothing that happens, see [Recordings.Final].
func (Recordings) Delete(context.Context, source.Service, string) error { return nil }

// Keep makes the service's id a name of the activity.
func (k Recordings) Keep(tx *store.Tx, kept outbox.Kept) error {
	if kept.Thing == nil || kept.Thing.ID == "" {
		return nil
	}
	return tx.PutExternalID(kept.Athlete, training.ActivityID(kept.Here), kept.Source.Ref(kept.Thing.ID))
}

// Want is nothing: here nothing changed.
func (Recordings) Want(*store.Tx, outbox.Kept, []string) error { return nil }
