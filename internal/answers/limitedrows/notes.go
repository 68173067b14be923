package limitedrows

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Notes asks the service for what was written on a found activity. It stays
// nowhere.
func (d Desk) Notes(ctx context.Context, s training.Scope, f Found) (*activity.Notes, error) {
	out := &activity.Notes{
		ID: f.of.Name.Ref(f.act.ID), LocalDate: f.act.Day.String(), TimeZone: zone(&f.act), Notes: []activity.Facts{},
	}
	shared, err := d.shares(ctx, s)
	if err != nil {
		return nil, err
	}
	if !shared {
		out.Missing = out.Missing.Add("notes", answers.HiddenNotes)
		return out, nil
	}
	out.Missing = out.Missing.Add("notes", i18n.Sentencef("nobody has written anything at %s", f.of.Title))
	all, err := d.messages(ctx, s, f)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out.Missing = answers.Missing{}.Add("messages", i18n.Sentencef("%s was not heard: %s", f.of.Title, reason(err)))
		return out, nil
	}
	activity.AddMessage(out, serviced.Place{Service: f.of.Name, Title: f.of.Title, ID: f.act.ID}, local(&f.act).Location(), all)
	return out, nil
}

func (d Desk) messages(ctx context.Context, s training.Scope, f Found) ([]source.Message, error) {
	keeper, err := d.keeper(s, f.of)
	if err != nil {
		return nil, err
	}
	if keeper == nil {
		return nil, none(f.of, f.act.ID)
	}
	r, ok := keeper.Source.(source.MessageReader)
	if !ok {
		return nil, training.Errorf(training.KindUnsupported, "%s hands out no messages.", f.of.Title)
	}
	asking, cancel := within(ctx)
	defer cancel()
	return r.Messages(asking, f.act.ID)
}

// notesOf says where the notes of an activity are.
func notesOf(of Service, shared bool) i18n.Sentence {
	if !shared {
		return answers.HiddenNotes
	}
	return i18n.Sentencef("get_activity_notes asks %s for what was written on it", of.Title)
}
