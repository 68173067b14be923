package kinds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Recordings is the [outbox.Kind] for activities' files that a person sends to a service.
// Files are never sent automatically.
type Recordings struct{ Activities Activities }

// Name returns "recording".
func (Recordings) Name() string { return "recording" }

// Of returns [training.ThingActivities].
func (Recordings) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service accepts files and shows their activities. It need not
// provide files, because it recognises those that it already has.
func (Recordings) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Create && source.Can[source.ActivityUploader](s) && Both[source.ActivityReader, source.ActivityLister](s)
}

// Final returns a warning that an undo does not delete the activity on the service, because
// it may have been there before or may have been changed since.
func (Recordings) Final(source.Service, ledger.Action) (i18n.Sentence, bool) {
	return "Undo does not delete the activity on the service; delete it there.", true
}

// Others describes who sees the activity: the people to whom the service shows
// the athlete's activities.
func (Recordings) Others(ledger.Action, outbox.Fields, []string) i18n.Sentence {
	return Activities{}.Others(ledger.Create, nil, nil)
}

// Changed returns the change to send for a recording.
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

// wordsOfFile returns the names of the texts sent with a file.
func wordsOfFile() []string { return []string{"name", "description"} }

// Same returns true, because a different value on the service is only reported.
func (Recordings) Same(string, []byte, []byte) bool { return true }

// Read returns the activity with a service's id.
func (k Recordings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	return k.Activities.Read(ctx, s, id)
}

// Find returns the activity that was made from the file, if any.
func (k Recordings) Find(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, bool, error) {
	t, ok, err := k.Activities.uploaded(ctx, s, strings.TrimPrefix(key, ofFile))
	return told(t, f, hadIt), ok, err
}

// Create sends the file. If the service does not show the activity yet, it has
// accepted the file nevertheless, so the file is not sent again.
func (k Recordings) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	file, recs, err := k.Activities.file(ctx, strings.TrimPrefix(key, ofFile))
	if err != nil {
		return outbox.Thing{}, err
	}
	if len(recs) > 1 {
		return outbox.Thing{}, training.Errorf(training.KindUnsupported, "Its file contains several activities, so it is not sent.").
			WithFix("Upload the file there: lapkeep call export_activity writes it.")
	}
	ids, fresh, err := s.(source.ActivityUploader).Upload(ctx, file, source.Upload{
		Start: recs[0].Recording.Start, Name: text(f["name"]), Description: text(f["description"]),
	})
	switch {
	case err != nil:
		return outbox.Thing{}, err
	case len(ids) == 0:
		return told(outbox.Thing{}, f, "It has the file but does not show the activity yet; a later sync will find it."), nil
	}
	t, err := k.Activities.Read(ctx, s, ids[0])
	if err != nil { // the activity exists, even if it cannot be read back
		return outbox.Thing{ID: ids[0]}, nil //nolint:nilerr // another try would not read it any better
	}
	if fresh {
		return told(t, f, ""), nil
	}
	return told(t, f, hadIt), nil
}

const hadIt = "It had the recording already, so nothing was sent."

// told adds a note on the texts that the service did not accept.
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

// Update reads the activity, because recordings do not change.
func (k Recordings) Update(ctx context.Context, s source.Service, id string, _ outbox.Fields, _ []string) (outbox.Thing, error) {
	return k.Read(ctx, s, id)
}

// Delete does nothing; see [Recordings.Final].
func (Recordings) Delete(context.Context, source.Service, string) error { return nil }

// Keep adds the service's id to the ids of the activity.
func (k Recordings) Keep(tx *store.Tx, kept outbox.Kept) error {
	if kept.Thing == nil || kept.Thing.ID == "" {
		return nil
	}
	return tx.PutExternalID(kept.Athlete, training.ActivityID(kept.Here), kept.Source.Ref(kept.Thing.ID))
}

// Want does nothing, because nothing changed here.
func (Recordings) Want(*store.Tx, outbox.Kept, []string) error { return nil }

// changedApart returns the change of an activity that exists only on a service, or nil for
// other changes.
func changedApart(c journal.ApartChanged) *outbox.Change {
	if c.Of != store.ChangeActivity {
		return nil
	}
	n := source.Name(c.Source)
	return &outbox.Change{
		Here: n.Ref(c.ID), There: map[source.Name]string{n: c.ID}, To: n, Apart: true, Fields: c.Fields, From: c.From,
		Names: slices.Sorted(maps.Keys(c.Fields)),
	}
}

// Named adds the service's id to the ids of the activity, if it is stored here.
func (Activities) Named(tx *store.Tx, kept outbox.Kept) error { return named(tx, kept) }

func named(tx *store.Tx, kept outbox.Kept) error {
	ref := kept.Source.Ref(kept.Thing.ID)
	if kept.Thing.ID == "" || kept.Here == ref {
		return nil
	}
	return tx.PutExternalID(kept.Athlete, training.ActivityID(kept.Here), ref)
}

// KeepApart stores the state of the activity on the service. If the service no longer has
// the activity, it deletes it here.
func (k Activities) KeepApart(ctx context.Context, s source.Service, kept outbox.Kept) error {
	if k.Rows == nil || kept.Thing.ID == "" {
		return nil
	}
	rows := connection.Apart{Athlete: kept.Athlete, Source: s, Rows: k.Rows}
	act, ok := kept.Thing.Whole.(source.Activity)
	if !ok {
		return rows.Gone(ctx, kept.Thing.ID)
	}
	return rows.Said(ctx, act)
}

// Named adds the service's id to the ids of the activity.
func (Recordings) Named(tx *store.Tx, kept outbox.Kept) error { return named(tx, kept) }

// KeepApart does nothing, because the activity is already stored from its file.
func (Recordings) KeepApart(context.Context, source.Service, outbox.Kept) error { return nil }

const (
	// ofFile is the prefix for the keys of recorded activities. The file's hash follows.
	ofFile = "file:"
	// anew is the prefix for the keys of activities without recordings that were not
	// created by Lapkeep. The key is their external id until all fields are set.
	anew = "again:"
	// ofService is the prefix for fields under the service's own names.
	ofService = "service."
	// deletedID is the field with the id that a thing had before its deletion.
	deletedID = "deleted_id"
)

// Final explains what a deletion removes permanently, or warns that programs cannot delete
// the activity.
func (Activities) Final(s source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.Create && !source.DeletesActivities(s) {
		return "Undo cannot delete the activity on the service, which does not let programs delete it; delete it there.", true
	}
	if a == ledger.OutboxDelete {
		return "Undo recreates the activity on the service, from its file kept here and under another id: comments on it, its gear, and " +
			"intervals and streams edited there do not come back.", false
	}
	return "", false
}

// Same compares the values of a field. Fields under a service's own names are
// compared only if both sides have them.
func (Activities) Same(name string, a, b []byte) bool {
	if name == deletedID || strings.HasPrefix(name, ofService) && (len(a) == 0 || len(b) == 0) {
		return true
	}
	return outbox.SameValue(a, b)
}

// deletion returns the change to send for a deleted activity. It also goes to
// the home source if that could restore the activity.
func deletion(tx *store.Tx, a training.AthleteID, d journal.ActivityDeleted) (*outbox.Change, error) {
	act, err := tx.Shown(a, d.ID)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: string(d.ID), There: known(&act), Gone: true, AtHome: true}
	if d.Recorded && !d.Original {
		c.Held = "It stays there: the file of its recording is not kept here, so it could not be restored."
	}
	return c, nil
}

// Whole returns the activity with the given id on the service, with all its settable fields.
func (k Activities) Whole(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := k.Read(ctx, s, id)
	r, ok := s.(source.ActivityRestorer)
	if err != nil || !ok {
		return t, err
	}
	all, err := r.Settable(ctx, id)
	if err != nil {
		return t, err
	}
	a, _ := t.Whole.(source.Activity) // Read returns no other type
	for name, v := range all {
		if name != "external_id" || recorded(&a) {
			t.Fields[ofService+name] = v
		}
	}
	t.Fields[deletedID], err = json.Marshal(id)
	return t, err
}

// Keeps returns the key with which an activity can be created again. For a
// recorded activity, its file must be stored here.
func (k Activities) Keeps(ctx context.Context, s source.Service, t outbox.Thing, _ string) (string, error) {
	a, _ := t.Whole.(source.Activity) // Whole returns no other type
	if !recorded(&a) {
		if a.ExternalID != "" {
			return a.ExternalID, nil
		}
		return anew + a.ID, nil
	}
	fetcher, fetches := s.(source.RecordingFetcher)
	if !fetches || !a.HasFile || !Both[source.ActivityRestorer, source.ActivityUploader](s) {
		return "", staysThere("It was not deleted there, because it could not be restored: its recording has no file.")
	}
	file, err := fetcher.FetchRecording(ctx, a.ID)
	if err != nil {
		return "", err
	}
	hash := hashOf(file.Body)
	recs, err := k.Files.RecordingsByOriginal(ctx, everything(ctx), hash)
	switch {
	case err != nil:
		return "", err
	case len(recs) == 0:
		return "", staysThere("It was not deleted there, because it could not be restored: its file there differs from the one kept here.")
	case len(recs) > 1:
		return "", staysThere("It was not deleted there, because it could not be restored alone: its file contains several activities.")
	}
	_, err = k.Files.KeepOriginals(ctx, outbox.AthleteOf(ctx), [][]byte{file.Body})
	return ofFile + hash, err
}

func staysThere(why string) error {
	return training.Errorf(training.KindUnsupported, "%s", i18n.Word(why)).WithFix("Delete it there.")
}

func hashOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// everything returns the scope for reading files, which are sent only to the service from
// which they came.
func everything(ctx context.Context) training.Scope {
	return training.Everything(outbox.AthleteOf(ctx))
}

// upload creates an activity again from its file. A service creates only one
// activity per file, no matter how often it is sent.
func (k Activities) upload(ctx context.Context, s source.Service, hash string, f outbox.Fields) (outbox.Thing, error) {
	file, recs, err := k.file(ctx, hash)
	if err != nil {
		return outbox.Thing{}, err
	}
	var was string
	if err := json.Unmarshal(f[deletedID], &was); err != nil {
		return outbox.Thing{}, training.Errorf(training.KindInternal, "a deletion without an id: %w", err)
	}
	if err := s.(source.ActivityRestorer).Readmit(ctx, was); err != nil {
		return outbox.Thing{}, err
	}
	said := source.Upload{
		Start: recs[0].Recording.Start, Name: text(f["name"]), Description: text(f["description"]),
		ExternalID: text(f[ofService+"external_id"]),
	}
	ids, _, err := s.(source.ActivityUploader).Upload(ctx, file, said)
	if err != nil {
		return outbox.Thing{}, err
	}
	if len(ids) != 1 {
		return outbox.Thing{}, training.Errorf(training.KindConflict, "The service created %d activities from the file, not one.", len(ids)).
			WithFix("Upload the file there: lapkeep call export_activity writes it.")
	}
	return k.Read(ctx, s, ids[0])
}

// file returns a stored file and the recordings in it.
func (k Activities) file(ctx context.Context, hash string) (source.File, []store.RecordingRow, error) {
	recs, err := k.Files.RecordingsByOriginal(ctx, everything(ctx), hash)
	if err == nil && len(recs) == 0 {
		err = training.Errorf(training.KindNotFound, "The file of its recording is no longer here.").WithFix("Import it again.")
	}
	if err != nil {
		return source.File{}, nil, err
	}
	body, err := k.Files.Original(ctx, everything(ctx), hash)
	return source.File{Name: hash[:12] + "." + string(recs[0].Recording.Format), Body: body}, recs, err
}

func text(b json.RawMessage) (s string) {
	_ = json.Unmarshal(b, &s) // other types count as no text
	return s
}

// startsApart is the maximum difference between the start times that two
// programs find in the same recording.
const startsApart = 5 * time.Minute

// uploaded finds the activity made from a file among the activities of its day.
func (k Activities) uploaded(ctx context.Context, s source.Service, hash string) (outbox.Thing, bool, error) {
	recs, err := k.Files.RecordingsByOriginal(ctx, everything(ctx), hash)
	if err != nil || len(recs) == 0 {
		return outbox.Thing{}, false, err
	}
	start := recs[0].Recording.Start
	day := training.DayOf(start.UTC())
	return k.among(ctx, s, training.DayRange{From: day - 1, To: day + 1}, func(a *source.Activity) (bool, error) {
		if !a.HasFile || a.Start.Sub(start).Abs() > startsApart {
			return false, nil
		}
		file, err := s.(source.RecordingFetcher).FetchRecording(ctx, a.ID)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			return false, nil
		}
		return err == nil && hashOf(file.Body) == hash, err
	})
}
