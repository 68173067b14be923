package wellness

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// lookBack is how many days before a range its bands and means reach.
const lookBack = 7 + 60

// maxRemarks is how many texts one answer shows, newest first.
const maxRemarks = 20

// Answer answers q.
func (b *Book) Answer(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*View, error) {
	t, err := b.read(ctx, s, training.DayRange{From: q.Days.From - lookBack, To: q.Days.To})
	if err != nil {
		return nil, err
	}
	// Who names few days asks for those, and not why a week of them says nothing.
	few := len(q.Sections) == 0 && q.Days.Days() < aWeek
	first, known := t.first()
	asked := q
	if known { // a range that begins before anything was known
		q.Days.From = max(q.Days.From, min(first, q.Days.To))
	}
	q.week = f.Week
	span := answers.SpanOf(q.Days)
	v := &View{Heading: f.Heading(), Range: &span}
	if err := v.explainHidden(ctx, b.r, s); err != nil {
		return nil, err
	}
	if err := v.weightSettings(ctx, b.r, s, asked); err != nil {
		return nil, err
	}
	if !known {
		v.Missing = v.Missing.Add("days", "nothing is known about these days or the weeks before them")
		v.Narrow = "Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness."
		return v, nil
	}
	wanted := func(x Section) bool { return len(q.Sections) == 0 || slices.Contains(q.Sections, x) }
	if wanted(SectionReadiness) {
		v.readiness(t, q.Days.To)
	}
	if few {
		v.Weight = nil // the days have it
	}
	if few && v.Readiness == nil && v.HRV == nil && v.RestingHR == nil {
		for _, why := range []string{"readiness", "hrv_band", "resting_hr_band"} {
			delete(v.Missing, why)
		}
	}
	if wanted(SectionTrends) && !few {
		v.trends(t, q)
	}
	if wanted(SectionDays) {
		v.columns(t, q)
		v.remarks(t, q, f.TimeZone)
	}
	v.bands(t, q)
	if v.Days != nil && q.Days.Days() == 1 {
		v.Range, v.Days.Resolution = nil, ""
	}
	v.tellScales()
	return v, nil
}

// tellScales explains the scales of the fields that the answer shows.
func (v *View) tellScales() {
	var shown []string
	if v.Trends != nil {
		shown = slices.Clone(v.Trends.Field)
	}
	if v.Days != nil {
		shown = slices.AppendSeq(shown, maps.Keys(v.Days.Values))
	}
	slices.Sort(shown)
	var scales []string
	rated := false
	for _, name := range slices.Compact(shown) {
		switch scale := training.WellnessField(name).Scale(); scale {
		case "":
		case training.ScaleOfRatings:
			rated = true
		default:
			scales = append(scales, name+" "+scale)
		}
	}
	if rated {
		scales = slices.Insert(scales, 0, "ratings "+training.ScaleOfRatings)
	}
	v.Scales = strings.Join(scales, "; ")
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
		v.Missing = v.Missing.Add("weight", answers.HiddenWeight)
	}
	if !who.Sharing.Notes {
		v.Missing = v.Missing.Add(string(training.WellnessComments), answers.HiddenNotes)
	}
	return nil
}

func (q Query) wants(f training.WellnessField) bool {
	return len(q.Fields) == 0 || slices.Contains(q.Fields, f)
}

func (v *View) remarks(t *table, q Query, zone string) {
	all := slices.DeleteFunc(t.remarks(q.Days.From), func(r remark) bool { return !q.wants(r.field) })
	if len(all) > maxRemarks {
		all = all[:maxRemarks]
		v.cut("Only the newest texts are shown; ask for fewer days or name fields.")
	}
	home, err := time.LoadLocation(zone)
	if err != nil {
		home = time.UTC
	}
	for _, r := range all {
		v.Words = append(v.Words, Remark{
			Day: r.day, Field: string(r.field),
			Text: textclean.Text(r.at(home), textclean.NameRunes), Source: names[r.source],
		})
	}
	const most = 60
	v.Locked = t.locked(q.Days.From)
	v.Locked = v.Locked[:min(len(v.Locked), most)]
}

// at gives the text; an instant that is known in UTC alone, because the source
// does not know the place, is on the athlete's clock.
func (r remark) at(home *time.Location) string {
	if r.field != training.WellnessSleepStart && r.field != training.WellnessSleepEnd || !strings.HasSuffix(r.text, "Z") {
		return r.text
	}
	t, err := time.Parse(time.RFC3339, r.text)
	if err != nil {
		return r.text
	}
	return t.In(home).Format(time.RFC3339)
}

func (v *View) cut(how i18n.Sentence) {
	v.Cut = true
	if v.Narrow == "" {
		v.Narrow = how
	}
}
