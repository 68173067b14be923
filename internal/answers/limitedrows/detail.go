package limitedrows

import (
	"context"
	"errors"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Detail is one activity as a service says it.
type Detail struct {
	*activity.Detail

	Source    string          `json:"source,omitempty"`
	Words     []i18n.Sentence `json:"words,omitempty"`
	AtService *Shown          `json:"at_service,omitempty"`
}

// asked returns the queries for the sections that a service provides itself.
func asked(id string, sections []activity.Section) (all []source.FactsQuery) {
	for _, of := range []struct {
		section activity.Section
		kind    source.FactKind
	}{{activity.SectionLaps, source.FactsLaps}, {activity.SectionZones, source.FactsZoneTimes}} {
		if slices.Contains(sections, of.section) {
			all = append(all, source.FactsQuery{Kind: of.kind, ID: id, Limit: mostLaps})
		}
	}
	return all
}

const mostLaps = 200

// NothingComputed is why a part is missing that would have to be computed.
const NothingComputed i18n.Sentence = "it is shown as the service says it, and nothing is computed of it"

// reason returns why a service provided nothing more.
func reason(err error) i18n.Sentence { return serviced.Reason(err) }

// Describe shows a found activity. Of the sections those have something that
// the service itself says.
func (d Desk) Describe(ctx context.Context, s training.Scope, f Found, sections []activity.Section) (*Detail, error) {
	act := &f.act
	out := &Detail{Source: f.of.Title, Words: []i18n.Sentence{}, Detail: &activity.Detail{
		ID: f.of.Name.Ref(act.ID), LocalDate: act.Day.String(), StartLocal: local(act).Format(time.RFC3339), TimeZone: zone(act),
		Sport: string(act.Said.Sport), SubSport: act.Said.SubSport,
		Name: textclean.Line(act.Said.Name, textclean.NameRunes), Race: act.Said.Race, Commute: act.Said.Commute,
		Indoor: indoor(act),
	}}
	who, err := d.shares(ctx, s)
	if err != nil {
		return nil, err
	}
	if who {
		out.Description = textclean.Text(act.Said.Description, textclean.TextRunes)
	}
	if len(sections) == 0 {
		sections = []activity.Section{activity.SectionSummary, activity.SectionDevice}
	}
	for _, section := range activity.Sections() {
		switch {
		case !slices.Contains(sections, section):
		case section == activity.SectionSummary:
			out.Summary = activity.Facts{}
			for m, x := range answers.Rounded(values(act)) {
				out.Summary[string(m)] = x
			}
			given(out.Summary, act)
		case section == activity.SectionDevice:
			out.Recordings = []activity.Facts{{"source": f.of.Title, "device": textclean.Line(act.Device, textclean.NameRunes)}}
		case d.facts(s, f.of) && len(asked(act.ID, []activity.Section{section})) > 0:
		case section == activity.SectionNotes:
			out.Missing = out.Missing.Add(string(section), notesOf(f.of, who))
		default:
			out.Missing = out.Missing.Add(string(section), NothingComputed)
		}
	}
	if q := asked(act.ID, sections); d.facts(s, f.of) && len(q) > 0 {
		if out.AtService, err = d.Facts(ctx, s, string(f.of.Name), q...); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out.Missing = out.Missing.Add("at_service", reason(err))
		}
	}
	if f.unheard != "" {
		out.Words = append(out.Words, i18n.Sentencef("%s was not heard: %s", f.of.Title, f.unheard))
	}
	if f.of.Attribution != "" {
		out.Words = append(out.Words, f.of.Attribution)
	}
	return out, ctx.Err()
}

// facts reports whether a connected service is asked for more of an activity.
func (d Desk) facts(s training.Scope, of Service) bool {
	keeper, err := d.keeper(s, of)
	if err != nil || keeper == nil {
		return false
	}
	_, ok := keeper.Source.(source.FactsReader)
	return ok
}

// local returns the local start, of which only the offset is known.
func local(act *source.Activity) time.Time {
	if act.StartLocal == "" {
		return act.Start.UTC()
	}
	east := act.StartLocal.In(time.UTC).Sub(act.Start)
	return act.Start.In(time.FixedZone("", int(east/time.Second)))
}

func zone(act *source.Activity) string { return local(act).Format("-07:00") }

// shares reports whether the audience sees the athlete's own notes.
func (d Desk) shares(ctx context.Context, s training.Scope) (bool, error) {
	if s.Audience != training.AudienceModel {
		return true, nil
	}
	a, err := d.Store.Athlete(ctx, s)
	return a.Sharing.Notes, err
}

// Streams shows the recording of a found activity: the channels as they are,
// without the position and what would have to be computed.
func (d Desk) Streams(ctx context.Context, s training.Scope, f Found, q activity.Query) (*activity.Streams, error) {
	row, ok, err := d.Rows.Row(ctx, place(s, f.of, limited.Streams), f.act.ID)
	if err != nil {
		return nil, err
	}
	var rec training.Recording
	if ok && len(row.Body) > 0 {
		rec, err = syncer.ReadStreams(ctx, row.Body)
	} else {
		rec, err = d.fetch(ctx, s, f)
	}
	if err != nil {
		return nil, err
	}
	return activity.OfRecording(ctx, activity.Streams{
		ID: f.of.Name.Ref(f.act.ID), LocalDate: f.act.Day.String(), TimeZone: zone(&f.act), Sport: string(f.act.Said.Sport),
	}, &rec, q, NothingComputed)
}

func (d Desk) fetch(ctx context.Context, s training.Scope, f Found) (rec training.Recording, err error) {
	keeper, err := d.keeper(s, f.of)
	if err != nil {
		return rec, err
	}
	if keeper == nil {
		return rec, none(f.of, f.act.ID)
	}
	asking, cancel := within(ctx)
	defer cancel()
	rec, err = keeper.Streams(asking, f.act.ID, f.act.Day)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = training.Errorf(training.KindUnavailable, "%s was not heard: %s.", f.of.Title, reason(err)).WithFix("Ask again later.")
	}
	return rec, err
}

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

// notesOf returns where the notes of an activity are.
func notesOf(of Service, shared bool) i18n.Sentence {
	if !shared {
		return answers.HiddenNotes
	}
	return i18n.Sentencef("get_activity_notes asks %s for what was written on it", of.Title)
}
