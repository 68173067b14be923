package intake

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
)

// Sink stores the statements of one service about an athlete.
type Sink struct {
	Athlete  training.AthleteID
	Store    *store.DB
	Importer *importing.Importer
	// Journal records deletions, so that they can be undone.
	Journal *journal.Journal
	Source  source.Name
	Policy  source.Policy
	Now     func() time.Time

	asked   time.Time // time of the request whose answer is being stored
	sports  []training.SportSettings
	changes []connection.Change
}

// everything returns the scope in which the sink reads for its own use.
func (s *Sink) everything() training.Scope {
	return training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}
}

// write writes anything but recordings, if the service's policy allows it.
func (s *Sink) write(ctx context.Context, f func(tx *store.Tx) error) error {
	if err := s.Policy.MayStay(s.Source); err != nil {
		return err
	}
	return s.Store.Write(ctx, f)
}

// copies reports whether values may be copied to the athlete's own settings,
// which every audience sees.
func (s *Sink) copies() bool { return s.Policy.MayStay(s.Source) == nil && s.Policy.Open() }

// Take stores an activity from its file, else its samples, else its texts
// alone.
func (s *Sink) Take(ctx context.Context, in Incoming) error {
	if err := s.Policy.MayStay(s.Source); err != nil {
		return err
	}
	if s.Policy.DeletedOnDisconnect { // originals and data derived from them can only be hidden
		return training.Errorf(training.KindForbidden,
			"The terms of %s require its activities to be deleted with the connection, so none is stored.", s.Source)
	}
	if deleted, err := s.adopt(ctx, in.Activity); err != nil || deleted {
		return err
	}
	known, err := s.known(ctx, s.Source.Ref(in.Activity.ID))
	if err != nil {
		return err
	}
	var result importing.FileResult
	_, err = s.Importer.Import(ctx, s.Athlete, slices.Values([]listing.Item{s.item(in)}), importing.RunOptions{
		Source: string(s.Source), RunID: s.Source.Run(), Audience: audiences(s.Policy),
		ExternalID: func(string) string { return in.Activity.ID },
	}, func(r importing.FileResult) { result = r })
	if err != nil {
		return err
	}
	if result.Status == importing.Failed || result.Status == importing.Ignored {
		return training.Errorf(training.KindUnsupported, "%s", result.Reason)
	}
	how := added
	if known {
		how = changed
	}
	for _, id := range result.Activities {
		s.note(activityKind, how, func() string { return s.activityName(ctx, id) })
	}
	return s.alsoKnown(ctx, in.Activity, result.Activities)
}

// adopt adds the service's id to an activity that was entered here and created
// at the service, if the answer to that request was not received. deleted
// reports whether the activity, or its recording, was deleted here.
func (s *Sink) adopt(ctx context.Context, act source.Activity) (deleted bool, err error) {
	if act.HasFile || act.HasStreams {
		rec, err := s.Store.RecordingByExternal(ctx, s.everything(), string(s.Source), act.ID)
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return rec.Deleted, err // whatever became of its file at the service
	}
	if act.ExternalID == "" {
		return false, nil
	}
	ref := s.Source.Ref(act.ID)
	if known, err := s.known(ctx, ref); err != nil || known {
		return false, err
	}
	for _, key := range []string{kinds.ByHand + act.ExternalID, act.ExternalID} {
		id, err := s.Store.Resolve(ctx, s.everything(), key)
		if err == nil {
			return false, s.write(ctx, func(tx *store.Tx) error { return tx.PutExternalID(s.Athlete, id, ref) })
		}
		if training.KindOf(err) != training.KindNotFound {
			return false, err
		}
	}
	_, made, err := s.Store.Outbox().Here(ctx, s.Athlete, string(s.Source), kinds.Activities{}.Name(), act.ID)
	return made, err
}

func (s *Sink) known(ctx context.Context, ref string) (bool, error) {
	_, err := s.Store.Resolve(ctx, s.everything(), ref)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return false, nil
	}
	return err == nil, err
}

// item returns the activity as an item to import.
func (s *Sink) item(in Incoming) listing.Item {
	words := in.Activity.Statement
	item := listing.Item{Path: in.Activity.ID}
	switch {
	case in.File != nil:
		item = listing.Memory(in.File.Name, in.File.Body)
		words.Entry = nil
	case in.Recording != nil:
		r := *in.Recording // without the service's values, which are in the statement
		r.Name, r.Description, r.DeviceValues = "", "", nil
		item = listing.Recorded(string(s.Source)+"-"+in.Activity.ID, func(context.Context) ([]*training.Recording, error) {
			return []*training.Recording{&r}, nil
		})
		words.Entry = nil
	}
	item.Statement, item.AsOf = &words, in.Fetched
	return item
}

func audiences(p source.Policy) (all store.Audiences) {
	for _, a := range p.Audiences {
		all |= 1 << a
	}
	return all
}

// alsoKnown makes the activity's ids at other services further names of it,
// unless another activity has them.
func (s *Sink) alsoKnown(ctx context.Context, act source.Activity, ids []training.ActivityID) error {
	if len(ids) == 0 {
		return nil
	}
	for _, ref := range act.Replaces {
		_, err := s.Store.Resolve(ctx, s.everything(), ref)
		if err == nil {
			continue
		}
		if training.KindOf(err) != training.KindNotFound {
			return err
		}
		if err := s.write(ctx, func(tx *store.Tx) error { return tx.PutExternalID(s.Athlete, ids[0], ref) }); err != nil {
			return err
		}
	}
	return nil
}

// moved reports whether the activity now has another id at the service, or will
// get one, for example because an undo creates it there again.
func (s *Sink) moved(ctx context.Context, id training.ActivityID, ref string) (moved bool, err error) {
	rows, err := s.Store.Outbox().Thing(ctx, s.Athlete, kinds.Activities{}.Name(), string(id))
	if err != nil {
		return false, err
	}
	for _, r := range rows {
		if r.Source != string(s.Source) || r.Action == ledger.Update || !r.State.Open() && r.State != ledger.Done {
			continue
		}
		moved = r.Action == ledger.Create && (r.State.Open() || s.Source.Ref(r.There) != ref)
	}
	return moved, nil
}

// Gone deletes an activity that only the service had; the deletion can be
// undone. An activity that also has other files stays.
func (s *Sink) Gone(ctx context.Context, ref string) error {
	id, err := s.Store.Resolve(ctx, s.everything(), ref)
	if err != nil {
		return err
	}
	if moved, err := s.moved(ctx, id, ref); err != nil || moved {
		return err
	}
	recs, err := s.Store.Recordings(ctx, s.everything(), id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(recs, func(r store.RecordingRow) bool { return r.RunID != s.Source.Run() }) {
		return nil
	}
	name := s.activityName(ctx, id)
	_, err = s.Journal.Do(ctx, journal.Write{
		Athlete: s.Athlete, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Deleted %s, which was deleted at %s.",
			string(id), string(s.Source)),
		Targets: map[string]string{string(id): ""}, Now: s.Now(),
	}, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changes: []journal.Change{{Of: store.ChangeActivity, Target: string(id), Field: "activity", Before: i18n.Name(ref)}},
			Changed: []journal.Changed{journal.Op{Kind: journal.OpRestoreActivity, ID: string(id)}},
		}, tx.DeleteActivity(s.Athlete, id)
	})
	if err == nil {
		s.note(activityKind, removed, func() string { return name })
	}
	return err
}

// The kinds of change.
const (
	added   = "added"
	changed = "changed"
	removed = "removed"
)

// The maximum number of listed names of a kind, and their length in runes.
const (
	mostNamed   = 5
	longestName = 60
)

// Changes returns the changes made so far, kind by kind.
func (s *Sink) Changes() []connection.Change { return slices.Clone(s.changes) }

// note counts a change of a kind. name is called only if the name will be
// listed; it returns "" if there is none.
func (s *Sink) note(kind, how string, name func() string) {
	i := slices.IndexFunc(s.changes, func(c connection.Change) bool { return c.Kind == kind })
	if i < 0 {
		i = len(s.changes)
		s.changes = append(s.changes, connection.Change{Kind: kind})
	}
	c := &s.changes[i]
	switch how {
	case added:
		c.Added++
	case removed:
		c.Removed++
	default:
		c.Changed++
	}
	text := ""
	if len(c.Names) < mostNamed && s.Policy.MayShow(training.AudienceModel) {
		text = textclean.Line(name(), longestName)
	}
	if text == "" {
		c.Unnamed++
		return
	}
	c.Names = append(c.Names, i18n.Sentencef("%s %s", i18n.Word(how), text))
}

const activityKind = "activity"

// activityName returns the day and the name of an activity, "" if an assistant
// may not see it.
func (s *Sink) activityName(ctx context.Context, id training.ActivityID) string {
	row, err := s.Store.Activity(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceModel}, id)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(row.LocalDay.String() + " " + row.Name)
}

// former is a document as it was before a new statement.
type former struct {
	here bool
	days training.DayRange
	body json.RawMessage // the service's statement; nil if there is none
}

// formerOf returns the former state of a document from those already read, or
// else from the transaction, because it may have been on other days.
func (s *Sink) formerOf(tx *store.Tx, c document.Collection, id string, read map[string]former) (former, error) {
	if f, ok := read[id]; ok {
		return f, nil
	}
	l, err := tx.Layers(s.Athlete, c, id)
	f := former{here: len(l.Statements) > 0 || !l.Own.Silent()}
	for _, w := range l.Statements {
		if w.Source == string(s.Source) {
			f.days, f.body = w.Days, w.Body
		}
	}
	return f, err
}

// noteDocument counts a document whose statement changed.
func (s *Sink) noteDocument(c document.Collection, t thing, before former) {
	how, days, body := changed, t.days, t.body
	switch {
	case c.About().Computed: // no person changed it
		return
	case body == nil:
		how, days, body = removed, before.days, before.body
	case !before.here:
		how = added
	}
	s.note(string(c), how, func() string { return nameOf(days, body) })
}

// nameOf returns a description of a document for people: its day and name, or
// the sports of settings.
func nameOf(days training.DayRange, body any) string {
	var known struct {
		Name  string   `json:"name"`
		Types []string `json:"types"`
	}
	text, err := json.Marshal(body)
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		return ""
	}
	words := []string{known.Name, strings.Join(known.Types, ", ")}
	if days.From != 0 {
		words = slices.Insert(words, 0, days.From.String())
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// TakeOwnStreams stores the streams of an activity that the athlete defined. It
// also stores the activity if its streams have no values, so that they are not
// requested again.
func (s *Sink) TakeOwnStreams(ctx context.Context, act source.Activity, all map[string]training.OwnStream) error {
	st := s.ofActivity(document.OwnStreams, act)
	if act.OwnStreams != "" {
		st.Body = training.OwnStreams{Ref: st.ID, Source: string(s.Source), Day: act.Day, Version: act.OwnStreams, Streams: all}
	}
	return s.write(ctx, func(tx *store.Tx) error { return kinds.PutStatement(tx, s.Athlete, s.Source, st) })
}
