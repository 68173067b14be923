package fitness

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// tellHistory says what a short or a cut history does to the numbers.
func (v *LoadView) tellHistory(span, days training.DayRange, today training.Day, m load.Model) {
	settled := span.From + training.Day(3*m.CTLDays)
	there, needed := int(today-span.From)+1, int(math.Ceil(m.CTLDays))
	switch {
	case there < needed:
		v.History = &LoadHistory{From: span.From, Days: there, Needed: needed}
		v.Notes = append(v.Notes, i18n.Sentencef(
			"There are %s of history and fitness (CTL) takes %d to settle: until then it reads too low and form too negative. "+
				"Import older recordings (lapkeep import PATH, or import_files), or connect a service that has them.",
			i18n.Numbered(there, "day", "days"), needed))
	case days.To < settled:
		v.Notes = append(v.Notes, i18n.Sentencef(
			"The history begins on %s and CTL starts there at 0: it is shorter than 3 × %g days, so fitness reads too low "+
				"and form too negative. Import older recordings to correct it.",
			span.From, m.CTLDays))
	case days.From < settled:
		v.Notes = append(v.Notes, i18n.Sentencef(
			"The history begins on %s and CTL starts there at 0: fitness before %s reads too low.", span.From, settled))
	}
	v.Notes = append(v.Notes, v.tellMethod()...)
	if len(v.Sports) > 0 {
		v.Notes = append(v.Notes, "Only the named sports count, so these values are lower than those of all training.")
	}
}
