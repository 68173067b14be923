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

// Sink stores the data that a service provides about one athlete.
type Sink struct {
	Athlete  training.AthleteID
	Store    *store.DB
	Importer *importing.Importer
	// Journal records deletions so that they can be undone.
	Journal *journal.Journal
	Source  source.Name
	Policy  source.Policy
	Now     func() time.Time

	asked   time.Time // time of the request whose response is being stored
	sports  []training.SportSettings
	changes []connection.Change
}

// everything returns the scope for the sink's own reads.
func (s *Sink) everything() training.Scope {
	return training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}
}

// write runs f in a transaction if the service's policy allows its data to be
// stored. Recordings are written by the importer.
func (s *Sink) write(ctx context.Context, f func(tx *store.Tx) error) error {
	if err := s.Policy.MayStay(s.Source); err != nil {
		return err
	}
	return s.Store.Write(ctx, f)
}

// copies reports whether the policy allows values to be copied to the athlete's
// own settings, which every audience sees.
func (s *Sink) copies() bool { return s.Policy.MayStay(s.Source) == nil && s.Policy.Open() }

// Take stores an activity from its file, or else from its samples, or else only its texts.
func (s *Sink) Take(ctx context.Context, in Incoming) error {
	if err := s.Policy.MayStay(s.Source); err != nil {
		return err
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

// adopt adds the service's id to an activity that was entered here and created on the
// service, if the response to that request was lost. deleted reports whether the activity,
// or its recording, was deleted here.
func (s *Sink) adopt(ctx context.Context, act source.Activity) (deleted bool, err error) {
	if act.HasFile || act.HasStreams {
		rec, err := s.Store.RecordingByExternal(ctx, s.everything(), string(s.Source), act.ID)
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return rec.Deleted, err // whatever happened to its file on the service
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

// item converts the activity to an item for the importer.
func (s *Sink) item(in Incoming) listing.Item {
	words := in.Activity.Statement
	item := listing.Item{Path: in.Activity.ID}
	switch {
	case in.File != nil:
		item = listing.Memory(in.File.Name, in.File.Body)
		words.Entry = nil
	case in.Recording != nil:
		r := *in.Recording // without the service's values, which are already in the statement
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

// alsoKnown adds the activity's ids on other services to its ids, unless they belong to
// another activity.
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

// moved reports whether the activity now has, or will get, another id on the service, for
// example because an undo creates it there again.
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

// Gone deletes an activity that came only from the service. The deletion can be
// undone. An activity with other files is kept.
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
		Athlete: s.Athlete, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Deleted %s, which was deleted on %s.",
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

// These limit the number of names listed per kind, and the length of a name in runes.
const (
	mostNamed   = 5
	longestName = 60
)

// Changes returns the changes so far, by kind.
func (s *Sink) Changes() []connection.Change { return slices.Clone(s.changes) }

// note counts a change to a thing of the given kind. name is called only if the
// name will be listed. It returns "" if the thing has no name.
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

// activityName returns the day and name of an activity, or "" if an assistant may not see it.
func (s *Sink) activityName(ctx context.Context, id training.ActivityID) string {
	row, err := s.Store.Activity(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceModel}, id)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(row.LocalDay.String() + " " + row.Name)
}

// former is the state of a document before a new statement.
type former struct {
	here bool
	days training.DayRange
	body json.RawMessage // the service's statement, or nil if there is none
}

// formerOf returns the former state of a document. A document that is not in read, for
// example because its days have changed, is read from the store.
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

// noteDocument counts a document with a changed statement.
func (s *Sink) noteDocument(c document.Collection, t thing, before former) {
	how, days, body := changed, t.days, t.body
	switch {
	case c.About().Computed: // it is computed, so nobody changed it
		return
	case body == nil:
		how, days, body = removed, before.days, before.body
	case !before.here:
		how = added
	}
	s.note(string(c), how, func() string { return nameOf(days, body) })
}

// nameOf describes a document for people by its day and name, or by the sports of its settings.
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

// TakeOwnStreams stores the streams of an activity that the athlete defined. A
// result without values is stored too, so that it is not requested again.
func (s *Sink) TakeOwnStreams(ctx context.Context, act source.Activity, all map[string]training.OwnStream) error {
	st := s.ofActivity(document.OwnStreams, act)
	if act.OwnStreams != "" {
		st.Body = training.OwnStreams{Ref: st.ID, Source: string(s.Source), Day: act.Day, Version: act.OwnStreams, Streams: all}
	}
	return s.write(ctx, func(tx *store.Tx) error { return kinds.PutStatement(tx, s.Athlete, s.Source, st) })
}
