package limitedrows

import (
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Impulses are the training impulses of what one service says, each of its own
// average heart rate and moving time. Nothing else adds them up.
type Impulses struct {
	Source string               `json:"source"`
	TRIMP  *fitness.TRIMPReport `json:"trimp,omitempty"`
	Words  []i18n.Sentence      `json:"words"`
}

// Impulses answers for the activities that a filter selects; nil where its
// source is of no service that anything of lies apart. One that the athlete
// also has from a file counts among the files' alone. Where impulses are not
// wanted it says that there is nothing else.
func (d Desk) Impulses(ctx context.Context, s training.Scope, f store.ActivityFilter, wanted bool) (*Impulses, error) {
	of, ok := d.named(f.Source)
	if !ok || !d.Rows.There() {
		return nil, nil
	}
	at := place(s, of, limited.Activity)
	out := &Impulses{Source: of.Title, Words: []i18n.Sentence{}}
	if may, err := d.Rows.MayShow(ctx, at); err != nil || !may {
		out.Words = append(out.Words, shut(of))
		return out, err
	}
	if !wanted {
		out.Words = append(out.Words,
			i18n.Sentencef("Nothing is computed of what %s says but the section trimp, if it is asked for.", of.Title))
		return out, nil
	}
	if other := unanswered(&Query{Filter: f}); other != "" {
		out.Words = append(out.Words, cannot(of, other))
		return out, nil
	}
	rows, err := d.Rows.Rows(ctx, at, limited.Filter{Days: f.Days})
	if err != nil {
		return nil, err
	}
	all, err := chosen(rows, &f)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		out.Words = append(out.Words, i18n.Sentencef("No activity of %s is here for these days and filters.", of.Title))
		return out, nil
	}
	t, err := d.twins(ctx, s, training.DayRange{From: all[len(all)-1].Day, To: all[0].Day})
	if err != nil {
		return nil, err
	}
	by, err := fitness.ReadLoads(ctx, d.Store, s)
	if err != nil {
		return nil, err
	}
	out.report(of, all, t, by)
	return out, ctx.Err()
}

func (out *Impulses) report(of Service, all []source.Activity, t twins, by fitness.Loads) {
	var rated []fitness.TRIMPRow
	fromFiles := 0
	for i := range slices.Backward(all) { // in order of day
		switch own, hidden := t.of(of, &all[i]); {
		case hidden:
		case own != nil:
			fromFiles++
		default:
			rated = append(rated, impulse(of, &all[i], by))
		}
	}
	if len(rated) > 0 {
		out.TRIMP = fitness.ReportTRIMP(rated, by.Rules.Sex)
		out.Words = append(out.Words, i18n.Sentencef(
			"TRIMP of what %s says, from each average heart rate and moving time: less than the samples give wherever heart rate varied.", of.Title))
	}
	if fromFiles > 0 {
		out.Words = append(out.Words, i18n.Sentencef("%s here from a file too, and counted in the report without source alone.",
			i18n.Numbered(fromFiles, "activity is", "activities are")))
	}
	if of.Attribution != "" {
		out.Words = append(out.Words, of.Attribution)
	}
}

// impulse rates one activity by the thresholds of its day.
func impulse(of Service, act *source.Activity, by fitness.Loads) fitness.TRIMPRow {
	v := values(act)
	moving, ok := v[training.MetricMovingTimeS]
	if !ok {
		moving = v[training.MetricDurationS]
	}
	in := store.LoadInput{
		ID: training.ActivityID(of.Name.Ref(act.ID)), Day: act.Day, Sport: act.Said.Sport, TimerS: moving, AvgHR: v[training.MetricAvgHRBpm],
		Indoor: indoor(act),
	}
	if in.AvgHR > 0 {
		in.HRSeconds = moving
	}
	r := fitness.RateTRIMP(&in, zones.Histogram{}, by.At(&in), by.Rules.Sex)
	if in.AvgHR <= 0 || moving <= 0 {
		r.Fix = "" // what the service does not say cannot be set here
	}
	return r
}

func indoor(act *source.Activity) bool {
	return act.Said.SubSport == training.SubIndoor || act.Said.SubSport == training.SubVirtual
}

func cannot(of Service, condition string) i18n.Sentence {
	return i18n.Sentencef("Rows of %s cannot be chosen by %s; leave it out to see them.", of.Title, condition)
}
