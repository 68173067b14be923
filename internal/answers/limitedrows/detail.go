package limitedrows

import (
	"context"
	"errors"
	"slices"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Detail is one activity, with the data that only a service has.
type Detail struct {
	*activity.Detail

	Source    string          `json:"source,omitempty"`
	Words     []i18n.Sentence `json:"words,omitempty"`
	AtService *Shown          `json:"at_service,omitempty"`
}

// mostLaps is the maximum number of laps to request from a service.
const mostLaps = 200

// reason returns the reason why a service provided nothing more.
func reason(err error) i18n.Sentence { return servicevalues.Reason(err) }

// Beside returns the detail of a found activity, with the sections that its service
// provides and the texts that must be shown with it.
func (d Remote) Beside(ctx context.Context, s training.Scope, f Found, own *activity.Detail, sections []activity.Section) (*Detail, error) {
	own.ExternalIDs = nil // the id already contains the service's reference
	out := &Detail{Detail: own, Source: f.of.Title, Words: []i18n.Sentence{}}
	var asked []source.FactsQuery
	for _, x := range []struct {
		section activity.Section
		kind    source.FactKind
	}{{activity.SectionLaps, source.FactsLaps}, {activity.SectionZones, source.FactsZoneTimes}} {
		if slices.Contains(sections, x.section) && d.facts(s, f.of) {
			asked = append(asked, source.FactsQuery{Kind: x.kind, ID: f.act.ID, Limit: mostLaps})
			delete(own.Missing, string(x.section))
		}
	}
	if len(asked) > 0 {
		var err error
		if out.AtService, err = d.Facts(ctx, s, string(f.of.Name), asked...); err != nil {
			own.Missing = own.Missing.Add("at_service", reason(err))
		}
	}
	if f.unheard != "" {
		out.Words = append(out.Words, i18n.Sentencef("%s could not be queried: %s", f.of.Title, f.unheard))
	}
	out.Words = append(out.Words, f.of.attributed()...)
	return out, ctx.Err()
}

// facts reports whether the service is connected and can provide more data.
func (d Remote) facts(s training.Scope, of Service) bool {
	keeper, err := d.keeper(s, of)
	if err != nil || keeper == nil {
		return false
	}
	_, ok := keeper.Source.(source.FactsReader)
	return ok
}

// shares reports whether the audience may see the athlete's own notes.
func (d Remote) shares(ctx context.Context, s training.Scope) (bool, error) {
	if s.Audience != training.AudienceModel {
		return true, nil
	}
	a, err := d.Store.Athlete(ctx, s)
	return a.Sharing.Notes, err
}

// recording returns the recorded data of a found activity. It requests data
// that is not stored here from the service.
func (d Remote) recording(ctx context.Context, s training.Scope, f *Found) (rec training.Recording, err error) {
	row, ok, err := d.Rows.Row(ctx, place(s, f.of, limited.Streams), f.act.ID)
	if err != nil {
		return rec, err
	}
	if ok && len(row.Body) > 0 {
		return connection.ReadStreams(ctx, row.Body)
	}
	keeper, err := d.keeper(s, f.of)
	if err != nil {
		return rec, err
	}
	if keeper == nil {
		return rec, none(f.of.Name.Ref(f.act.ID))
	}
	asking, cancel := within(ctx)
	defer cancel()
	rec, err = keeper.Streams(asking, f.act.ID, f.act.Day)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = training.Errorf(training.KindUnavailable, "%s could not be queried: %s.", f.of.Title, reason(err)).WithFix("Ask again later.")
	}
	return rec, err
}
