package activities

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the targets of a note. A note is kept in the store, sent to others
// as a message at the home source, or appended to the activity's description.
const (
	targetLocal       = "local"
	targetMessage     = activity.Message
	targetDescription = "description"
)

type addNoteIn struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Target string `json:"target,omitempty" jsonschema:"message is visible to others"`
	// Author is athlete or coach. The notes of an assistant are always its own.
	Author string `json:"author,omitempty" tools:"unlisted"`
}

type noteWritten struct {
	tools.WrittenOne
	NoteID string `json:"note_id,omitempty"`
}

func addNoteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "add_activity_note", Title: "Write a note", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Adds a note to an activity or planned session: kept here, appended to its description, or a message (comment) " +
			"on the home source, which asks first.",
		Aliases: map[string]string{"activity_id": "id", "content": "text"},
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "text", textclean.TextRunes)
			tools.Enum(s, "target", targetLocal, targetMessage, targetDescription)
			tools.Default(s, "target", targetLocal)
		},
	}, func(ctx context.Context, c *tools.Call, in addNoteIn) (*noteWritten, error) {
		if in.Text = textclean.Text(in.Text, textclean.TextRunes); in.Text == "" {
			return nil, training.Errorf(training.KindInvalid, "The note has no text.").WithFix("Give text.")
		}
		if !slices.Contains([]string{"", byAthlete, byCoach}, in.Author) {
			return nil, training.Errorf(training.KindInvalid, "%q is not an author of notes.", tools.Clip(in.Author)).
				WithFix("Write athlete or coach.")
		}
		if at, ok, err := d.Apart.Stands(ctx, c.Scope, in.ID); err != nil || ok {
			if err != nil {
				return nil, err
			}
			return in.describeThere(ctx, d, c, at)
		}
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			if e, ok := d.planned(ctx, c, in.ID, err); ok {
				return in.noteEvent(ctx, d, c, &e)
			}
			return nil, err
		}
		if in.Target == targetDescription {
			return in.describe(ctx, d, c, &row)
		}
		return in.note(ctx, d, c, &row)
	})
}

// note writes a separate note. It is a message if others should read it.
func (in *addNoteIn) note(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*noteWritten, error) {
	n := store.Note{ID: d.NewID(), Activity: row.ID, Target: in.Target, Author: in.author(c), Text: in.Text, At: c.Now}
	w := c.Write(i18n.Sentencef("Write a note on the %s.", called(row)), map[string]string{n.ID: ""})
	if in.Target == targetMessage {
		service, err := d.hearer(ctx, c, row)
		if err != nil {
			return nil, err
		}
		target, err := in.spoken(ctx, d, c, row)
		if err != nil {
			return nil, err
		}
		w.Summary = i18n.Sentencef("Send a message about the %s on %s.", called(row), service)
		w.Targets = map[string]string{target: version(row)}
		w.Destructive = true // nobody can undo that a message was read
	}
	out, err := d.change(ctx, c, row, w, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changes: []journal.Change{{Of: store.ChangeNote, Target: string(row.ID), Field: noteField(in.Target), After: i18n.Name(n.Text)}},
			Changed: []journal.Changed{journal.NoteAdded{Note: n}},
		}, tx.PutNote(c.Scope.Athlete, n)
	})
	if err != nil {
		return nil, err
	}
	answered := &noteWritten{WrittenOne: *out}
	if !c.DryRun {
		answered.NoteID = n.ID
	}
	return answered, nil
}

// spoken returns the target of a message that is to be sent. It does not allow the same text
// to be sent twice, because a repeated call usually means that the first answer was late.
func (in *addNoteIn) spoken(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (string, error) {
	notes, err := d.Store.Notes(ctx, c.Whole(), row.ID)
	if err != nil {
		return "", err
	}
	for i := range notes {
		if notes[i].Target == targetMessage && notes[i].Text == in.Text {
			return "", training.Errorf(training.KindConflict, "This message was sent already.").
				WithFix("Change its text; undo removes the first one.")
		}
	}
	sum := sha256.Sum256([]byte(in.Text))
	return fmt.Sprintf("%s:%s:%x", targetMessage, row.ID, sum[:8]), nil
}

func noteField(target string) string {
	if target == targetMessage {
		return targetMessage
	}
	return "note"
}

// hearer returns the display name of the service that gets a message about the activity.
// That is the home source, if it has the activity.
func (d Deps) hearer(ctx context.Context, c *tools.Call, row *store.ActivityRow) (string, error) {
	who, err := d.Store.Athlete(ctx, c.Whole())
	if err != nil {
		return "", err
	}
	home := source.Name(who.HomeOf(training.ThingMessages))
	if d.Services == nil || home == "" {
		return "", training.Errorf(training.KindUnsupported, "Messages are stored on this machine only; nobody else can read them.").
			WithFix("Name the service as home_source with update_athlete_settings; or leave target out, and the note stays here.")
	}
	services := d.Services(c.Scope.Athlete)
	title, id := services.Title(home), servicevalues.LiveAt(&row.Activity, services)[home]
	if id == "" {
		return "", noHearer("%s is not connected, or does not have the %s.", title, called(row))
	}
	s, err := services.Service(home)
	if err != nil {
		return "", err
	}
	if _, ok := s.(source.MessageWriter); !ok {
		return "", noHearer("%s does not accept messages.", title)
	}
	return title, nil
}

func noHearer(what string, args ...any) error {
	return training.Errorf(training.KindUnsupported, what,
		args...).WithFix("Leave target out, and the note stays here; or write it to the description.")
}

// describe appends the text to the activity's description, as an edit.
func (in *addNoteIn) describe(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*noteWritten, error) {
	hidden, err := d.Journal.Withheld(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	w := c.Write(i18n.Sentencef("Add to the description of the %s.", called(row)), touched(row))
	out, err := d.change(ctx, c, row, w, func(tx *store.Tx) (journal.Effect, error) {
		shown, err := tx.Shown(c.Scope.Athlete, row.ID)
		if err != nil {
			return journal.Effect{}, err
		}
		e, err := newEdit(row.ID, hidden)
		if err == nil {
			err = in.lengthen(e, shown.Description)
		}
		if err != nil {
			return journal.Effect{}, err
		}
		return applied(c.Scope.Athlete, row.ID, e)(tx)
	})
	if err != nil {
		return nil, err
	}
	return &noteWritten{WrittenOne: *out}, nil
}

// lengthen appends the text to a description. If the caller may not see the description,
// no error reveals its length.
func (in *addNoteIn) lengthen(e *tools.Edit, whole string) error {
	text := in.Text
	if whole != "" {
		text = whole + "\n\n" + text
	}
	after, blind := text, e.Blind(targetDescription)
	if blind {
		after = in.Text
	} else if utf8.RuneCountInString(text) > textclean.TextRunes {
		return training.Errorf(training.KindInvalid, "The description would be longer than %d characters.", textclean.TextRunes).
			WithFix("Write less, or leave target out: the note is then kept separately.")
	}
	e.SetShown(targetDescription, text, whole, after)
	return nil
}

// These are the authors of notes. Only a person can write as the athlete or as the coach.
const byAthlete, byCoach, byAssistant = "athlete", "coach", "assistant"

// author returns the author of the note that a call writes.
func (in *addNoteIn) author(c *tools.Call) string {
	if c.Scope.Audience == training.AudienceModel {
		return byAssistant
	}
	return cmp.Or(in.Author, byAthlete)
}

// planned returns the planned session with an id that no activity has. notFound is the error of the search for an activity.
func (d Deps) planned(ctx context.Context, c *tools.Call, id string, notFound error) (calendar.Event, bool) {
	if training.KindOf(notFound) != training.KindNotFound {
		return calendar.Event{}, false
	}
	e, err := calendar.Find(ctx, d.Store, c.Scope, id)
	return e, err == nil
}

// noteEvent writes a note on a planned session.
func (in *addNoteIn) noteEvent(ctx context.Context, d Deps, c *tools.Call, e *calendar.Event) (*noteWritten, error) {
	if in.Target == targetMessage || in.Target == targetDescription {
		return nil, training.Errorf(training.KindUnsupported, "Notes on planned sessions stay on this machine.").
			WithFix("Leave target out; update_event changes the description.")
	}
	n := training.SessionNote{Event: e.ID, Author: in.author(c), Text: in.Text, At: c.Now}
	fields, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	id, name := d.NewID(), textclean.Line(e.Name, textclean.NameRunes)
	w := c.Write(i18n.Sentencef("Write a note on the planned session %q.", name), map[string]string{id: ""})
	change := journal.Change{Of: store.ChangeKind(document.SessionNotes), Target: e.ID, Field: "text", After: i18n.Name(n.Text)}
	own := tools.OwnOf(document.SessionNotes, "note", id, &document.Document{}, document.Own{Fields: fields})
	out, err := c.Do(ctx, d.Journal, w, e.ID, false, c.Put(own, change))
	if err != nil {
		return nil, err
	}
	out.LocalDate, out.TimeZone = e.Days.From, c.Frame().TimeZone
	if c.DryRun {
		id = ""
	}
	return &noteWritten{WrittenOne: *out, NoteID: id}, nil
}

// change carries out a write to an activity. The result has the local day and
// time zone of the activity.
func (d Deps) change(
	ctx context.Context, c *tools.Call, row *store.ActivityRow, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error),
) (*tools.WrittenOne, error) {
	out, err := c.Do(ctx, d.Journal, w, string(row.ID), false, apply)
	if err == nil {
		out.LocalDate, out.TimeZone = row.LocalDay, activity.ZoneName(&row.Activity)
	}
	return out, err
}

// touched returns an activity as the target of a write.
func touched(row *store.ActivityRow) map[string]string {
	return map[string]string{string(row.ID): version(row)}
}

// version returns a text that changes whenever the data on which an approval of a write
// to row depends changes.
func version(row *store.ActivityRow) string {
	b, err := json.Marshal(struct {
		Activity training.Activity
		Values   training.Values
		Deleted  bool
	}{row.Activity, row.Summary.Values, row.Deleted})
	if err != nil { // a value that is not finite; the result must match nothing
		return "unreadable"
	}
	return training.Fingerprint(b)
}

// gravity returns how serious it is to delete an activity.
func gravity(row *store.ActivityRow) journal.Gravity {
	if row.Race {
		return journal.Race
	}
	return journal.Recorded
}

// lost describes an activity that is about to be deleted.
func lost(row *store.ActivityRow) i18n.Sentence {
	out := called(row)
	if row.Name != "" {
		out = i18n.Sentencef("%s %s", out, strconv.Quote(textclean.Line(row.Name, textclean.NameRunes)))
	}
	if s := row.Summary.Values[training.MetricDurationS]; s > 0 {
		out = i18n.Sentencef("%s, %.0f min", out, s/60)
	}
	if km := row.Summary.Values[training.MetricDistanceKM]; km > 0 {
		out = i18n.Sentencef("%s, %s", out, i18n.Measured("%.1f ", km, i18n.Kilometres()))
	}
	return out
}

// called describes an activity in words for use in sentences.
func called(row *store.ActivityRow) i18n.Sentence {
	return i18n.Sentencef("%s of %s", i18n.Word(row.Sport), row.LocalDay)
}

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_activity", Title: "Delete an activity", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes one activity here and on the home source that has it, after a person has agreed. Undo brings it back; " +
			"irreversible names what does not come back. update_activity can hide one instead.",
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		recs, err := d.Store.Recordings(ctx, training.Everything(c.Scope.Athlete), row.ID)
		if err != nil {
			return nil, err
		}
		w := c.Write(i18n.Sentencef("Delete the %s.", called(&row)), touched(&row))
		w.Destructive = true
		return d.change(ctx, c, &row, w, func(tx *store.Tx) (journal.Effect, error) {
			return journal.Effect{
				Changes: []journal.Change{{
					Of: store.ChangeActivity, Gravity: gravity(&row), Target: string(row.ID),
					Field: "activity", Before: lost(&row), After: "deleted",
				}},
				Changed: []journal.Changed{deleted(row.ID, recs)},
			}, tx.DeleteActivity(c.Scope.Athlete, row.ID)
		})
	})
}

func deleted(id training.ActivityID, recs []store.RecordingRow) journal.ActivityDeleted {
	return journal.ActivityDeleted{
		ID:       id,
		Recorded: len(recs) > 0,
		Original: slices.ContainsFunc(recs, func(r store.RecordingRow) bool { return r.Original != "" && r.Recording.Format != "streams" }),
	}
}
