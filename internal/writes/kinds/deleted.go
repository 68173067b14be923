package kinds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Files are the files of recordings that are kept here, those of deleted
// activities too.
type Files interface {
	RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]store.RecordingRow, error)
	KeepOriginals(ctx context.Context, a training.AthleteID, files [][]byte) ([]string, error)
	Original(ctx context.Context, s training.Scope, hash string) ([]byte, error)
}

const (
	// ofFile leads the keys of what was recorded, before the hash of its file.
	ofFile = "file:"
	// anew leads the keys, which are external ids until all is set, of what
	// nothing recorded and others than Lapkeep made.
	anew = "again:"
	// ofService leads the service's own names of what can be set.
	ofService = "service."
	// deletedID is the id that a thing had before it was deleted.
	deletedID = "deleted_id"
)

// Final says what a deletion takes for good, and what nobody can delete.
func (Activities) Final(s source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.Create && !source.DeletesActivities(s) {
		return "An undo does not delete the activity at the service, which lets no program do so; delete it there.", true
	}
	if a == ledger.OutboxDelete {
		return "Undo makes the activity again at the service, from its file kept here and under another id: comments on " +
			"it, its gear, and intervals " +
			"and streams that were edited there do not come back.", false
	}
	return "", false
}

// Same compares the values of a field. What a service's own names say counts
// where both were asked for it.
func (Activities) Same(name string, a, b []byte) bool {
	if name == deletedID || strings.HasPrefix(name, ofService) && (len(a) == 0 || len(b) == 0) {
		return true
	}
	return outbox.SameValue(a, b)
}

// deletion reads that an activity was deleted: the home source is told if it
// could have it back.
func deletion(tx *store.Tx, a training.AthleteID, d journal.ActivityDeleted) (*outbox.Change, error) {
	act, err := tx.Shown(a, d.ID)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: string(d.ID), There: known(&act), Gone: true, AtHome: true}
	if d.Recorded && !d.Original {
		c.Held = "It stays there: the file of its recording is not kept here, so it could not be brought back."
	}
	return c, nil
}

// Whole gives the activity of a service's id with all that can be set of it.
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
	a, _ := t.Whole.(source.Activity) // Read gives no other
	for name, v := range all {
		if name != "external_id" || recorded(&a) {
			t.Fields[ofService+name] = v
		}
	}
	t.Fields[deletedID], err = json.Marshal(id)
	return t, err
}

// Keeps gives what an activity can be made anew by. Of what was recorded the
// service's own file must be kept here.
func (k Activities) Keeps(ctx context.Context, s source.Service, t outbox.Thing, _ string) (string, error) {
	a, _ := t.Whole.(source.Activity) // Whole gives no other
	if !recorded(&a) {
		if a.ExternalID != "" {
			return a.ExternalID, nil
		}
		return anew + a.ID, nil
	}
	fetcher, fetches := s.(source.RecordingFetcher)
	_, restores := s.(source.ActivityRestorer)
	if _, uploads := s.(source.ActivityUploader); !fetches || !restores || !uploads || !a.HasFile {
		return "", staysThere("It was not deleted there, since it could not be brought back: there is no file of its recording.")
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
		return "", staysThere("It was not deleted there, since it could not be brought back: its file there differs from the one kept here.")
	case len(recs) > 1:
		return "", staysThere("It was not deleted there, since it could not be brought back alone: its file holds several activities.")
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

// everything is the scope in which files are read: they go to the service that
// they came from.
func everything(ctx context.Context) training.Scope {
	return training.Scope{Athlete: outbox.AthleteOf(ctx), Audience: training.AudienceExport}
}

// upload makes an activity anew from its file. A service has one activity of
// a file, however often it is sent.
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
		return outbox.Thing{}, training.Errorf(training.KindConflict, "The service made %d activities of the file, not one.", len(ids)).
			WithFix("Upload the file there: lapkeep call export_activity writes it.")
	}
	return k.Read(ctx, s, ids[0])
}

// file is one that is kept here, and the recordings in it.
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
	_ = json.Unmarshal(b, &s) // what is no text says nothing
	return s
}

// startsApart is how far apart the starts of one recording may be read.
const startsApart = 5 * time.Minute

// uploaded finds the activity that has the file, among those of its day.
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
