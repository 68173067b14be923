package wellness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/symptom"
	"lapkeep/internal/training"
)

// sign is one piece of evidence of strain.
type sign struct {
	says   i18n.Sentence // without a full stop
	weight int           // 2 means that it is enough for an easy day
	fever  bool
	flag   symptom.RedFlag
}

// vitals holds the values of the sources that count, and says which of them have a usual range.
type vitals struct {
	mornings          []heart.Morning
	rests             []heart.Resting
	hrvBand, restBand bool
}

// signs returns what the last mornings show without a usual range: values far from the earlier ones, notes
// of fever and red flags, and ratings at the worst end of their scale. For values with a usual range, only an extreme
// morning counts, because the mean of a week hides it.
func (t *table) signs(today training.Day, of vitals) (out []sign) {
	if u, ok := heart.UnusualHRV(of.mornings, today); ok && (u.Extreme || !of.hrvBand) {
		out = append(out, sign{says: far("heart rate variability", "ms", u), weight: 1})
	}
	if u, ok := heart.UnusualResting(of.rests, today); ok && (u.Extreme || !of.restBand) {
		out = append(out, sign{says: far("resting heart rate", "bpm", u), weight: 1})
	}
	flagged, fevered := false, false
	for _, d := range slices.Backward(t.from(today - 1)) {
		note := d.Words[training.WellnessComments].Text
		if flag := symptom.In(note); flag != "" && !flagged {
			flagged = true
			out = append(out, sign{says: i18n.Sentencef("a note of %s speaks of %s", d.Day, flag.Words()), weight: 2, flag: flag})
		}
		if symptom.Fever(note) && !fevered {
			fevered = true
			out = append(out, sign{says: i18n.Sentencef("a note of %s speaks of fever", d.Day), weight: 2, fever: true})
		}
	}
	return append(out, t.worst(today)...)
}

// far describes an unusual value.
func far(what i18n.Word, unit string, u heart.Unusual) i18n.Sentence {
	value, usual := answers.Round(u.Value, 0), answers.Round(u.Usual, 0)
	direction := i18n.Word("below")
	if u.Above {
		direction = "above"
	}
	if u.InARow > 1 {
		return i18n.Sentencef("%s is %g %s, far %s the median of %g %s of %d earlier mornings, for %d mornings in a row",
			what, value, unit, direction, usual, unit, u.Earlier, u.InARow)
	}
	return i18n.Sentencef("%s is %g %s, far %s the median of %g %s of %d earlier mornings",
		what, value, unit, direction, usual, unit, u.Earlier)
}

// worstRating is the worst value of every rating.
const worstRating = 4

// rated returns the ratings in the order in which they are named.
func rated() []training.WellnessField {
	return []training.WellnessField{
		training.WellnessFatigue, training.WellnessSoreness, training.WellnessStress, training.WellnessSleepQuality,
		training.WellnessMood, training.WellnessMotivation, training.WellnessInjury, training.WellnessHydration,
	}
}

// worst returns a sign for each rating of the last day that is at the worst end of its scale.
func (t *table) worst(today training.Day) (out []sign) {
	days := t.from(today - 1)
	if len(days) == 0 {
		return nil
	}
	last := days[len(days)-1]
	for _, f := range rated() {
		if n, ok := last.Numbers[f]; ok && n.Value >= worstRating {
			out = append(out, sign{says: i18n.Sentencef("%s is rated %d of %d, the worst", ratingWord(f), worstRating, worstRating), weight: 1})
		}
	}
	return out
}

func ratingWord(f training.WellnessField) i18n.Word {
	switch f {
	case training.WellnessFatigue:
		return "fatigue"
	case training.WellnessSoreness:
		return "soreness"
	case training.WellnessStress:
		return "stress"
	case training.WellnessSleepQuality:
		return "sleep quality"
	case training.WellnessMood:
		return "mood"
	case training.WellnessMotivation:
		return "motivation"
	case training.WellnessInjury:
		return "injury"
	}
	return "hydration"
}
