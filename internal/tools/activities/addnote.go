package activities

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// The targets of a note: it stays in the store, it is a message for others at
// the home source, or it is appended to the activity's description.
const (
	targetLocal       = "local"
	targetMessage     = activity.Message
	targetDescription = "description"
)

type addNoteIn struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Target string `json:"target,omitempty" jsonschema:"others can read a message"`
}

type noteWritten struct {
	tools.WrittenOne
	NoteID string `json:"note_id,omitempty"`
}

func addNoteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "add_activity_note", Title: "Write a note", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Adds a note to an activity: kept on this machine, appended to its description, or a message (comment) at the home " +
			"source, which asks the athlete first.",
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
		if at, ok, err := d.Apart.Stands(ctx, c.Scope, in.ID); err != nil || ok {
			if err != nil {
				return nil, err
			}
			return in.describeThere(ctx, d, c, at)
		}
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Target == targetDescription {
			return in.describe(ctx, d, c, &row)
		}
		return in.note(ctx, d, c, &row)
	})
}

// note writes a separate note, which is a message if others are to read it.
func (in *addNoteIn) note(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*noteWritten, error) {
	n := store.Note{ID: d.NewID(), Activity: row.ID, Target: in.Target, Author: author(c), Text: in.Text, At: c.Now}
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
		w.Summary = i18n.Sentencef("Send a message on the %s at %s.", called(row), service)
		w.Targets = map[string]string{target: version(row)}
		w.Destructive = true // a read message cannot be unread
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

// spoken returns the target of a message to send. The same text is not sent
// twice: a repeated call usually means that the first answer came late.
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

// hearer returns the proper name of the service to which a message about the
// activity is sent: the home source, if it has the activity.
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

// describe adds the text to the activity's description, as an edit.
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
		return apply(tx, c.Scope.Athlete, row.ID, e)
	})
	if err != nil {
		return nil, err
	}
	return &noteWritten{WrittenOne: *out}, nil
}

// lengthen appends the text to a description. A caller who may not see the
// description does not learn its length either.
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

// author returns the author of notes written through the call.
func author(c *tools.Call) string {
	if c.Scope.Audience == training.AudienceModel {
		return "assistant"
	}
	return "athlete"
}

// change carries out a write to an activity, and answers with the activity's
// own day and time zone.
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

// version returns a text that changes whenever data changes that an approval of
// a write to row depends on.
func version(row *store.ActivityRow) string {
	b, err := json.Marshal(struct {
		Activity training.Activity
		Values   training.Values
		Deleted  bool
	}{row.Activity, row.Summary.Values, row.Deleted})
	if err != nil { // a value that is not finite must match nothing
		return "unreadable"
	}
	return training.Fingerprint(b)
}

// gravity returns the gravity of deleting an activity.
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

// called returns the name of an activity for sentences.
func called(row *store.ActivityRow) i18n.Sentence {
	return i18n.Sentencef("%s of %s", i18n.Word(row.Sport), row.LocalDay)
}

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_activity", Title: "Delete an activity", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes one activity, after a person has agreed, here and at the home source that has it. Undo brings it back; " +
			"irreversible names what does not come back. Use update_activity with hidden_from_models to hide one instead.",
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
