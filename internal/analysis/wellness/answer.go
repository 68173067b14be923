package wellness

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// lookBack is how many days before a range its bands and means reach.
const lookBack = 7 + 60

// maxRemarks is how many texts one answer shows, newest first.
const maxRemarks = 20

// Answer answers q.
func Answer(ctx context.Context, r Reader, s training.Scope, f analysis.Frame, q Query) (*View, error) {
	read := training.DayRange{From: q.Days.From - lookBack, To: q.Days.To}
	days, err := Days(ctx, r, s, read)
	if err != nil {
		return nil, err
	}
	if len(days) > 0 { // a range that begins before anything was known
		q.Days.From = max(q.Days.From, min(days[0].Day, q.Days.To))
	}
	q.week = f.Week
	v := &View{Heading: f.Heading(), Range: analysis.SpanOf(q.Days)}
	if err := v.explainHidden(ctx, r, s); err != nil {
		return nil, err
	}
	if len(days) == 0 {
		v.Missing = v.Missing.Add("days", "nothing is known of these days or the weeks before them")
		v.Narrow = "Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness."
		return v, nil
	}
	wanted := func(x Section) bool { return len(q.Sections) == 0 || slices.Contains(q.Sections, x) }
	if wanted(SectionReadiness) {
		v.readiness(days, q.Days.To)
	}
	if wanted(SectionTrends) {
		v.trends(days, q)
	}
	if wanted(SectionDays) {
		v.columns(days, q)
		v.remarks(days, q)
	}
	return v, nil
}

// explainHidden says what the athlete keeps from assistants.
func (v *View) explainHidden(ctx context.Context, r Reader, s training.Scope) error {
	if s.Audience != training.AudienceModel {
		return nil
	}
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return err
	}
	if !who.Sharing.Weight {
		v.Missing = v.Missing.Add("weight", analysis.HiddenWeight)
	}
	if !who.Sharing.Notes {
		v.Missing = v.Missing.Add(string(training.WellnessComments), analysis.HiddenNotes)
	}
	return nil
}

func (q Query) wants(f training.WellnessField) bool {
	return len(q.Fields) == 0 || slices.Contains(q.Fields, f)
}

func (v *View) remarks(days []training.WellnessDay, q Query) {
	for _, d := range slices.Backward(days) {
		if d.Day < q.Days.From {
			break
		}
		if d.Locked {
			v.Locked = append(v.Locked, d.Day)
		}
		for f, w := range d.Words {
			if q.wants(f) {
				v.Words = append(v.Words, Remark{Day: d.Day, Field: string(f), Text: textclean.Text(w.Text, textclean.NameRunes), Source: sourceName(w.Source)})
			}
		}
	}
	slices.SortFunc(v.Words, func(a, b Remark) int {
		if a.Day != b.Day {
			return int(b.Day - a.Day)
		}
		if a.Field < b.Field {
			return -1
		}
		return 1
	})
	if len(v.Words) > maxRemarks {
		v.Words = v.Words[:maxRemarks]
		v.cut("Only the newest texts are shown; ask for fewer days or name fields.")
	}
	const most = 60
	if len(v.Locked) > most {
		v.Locked = v.Locked[:most]
	}
}

func (v *View) cut(how string) {
	v.Cut = true
	if v.Narrow == "" {
		v.Narrow = how
	}
}
