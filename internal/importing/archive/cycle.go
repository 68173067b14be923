package archive

import (
	"strings"

	"lapkeep/internal/training"
)

// menstrual is in the name of the table of cycles. What else its name has is
// not known for certain.
const menstrual = "menstrual"

// cycleRow is one cycle, or a calendar of them. Its fields are those of
// Garmin's own programs; which of them an archive has is not known for certain.
type cycleRow struct {
	Start        garminDay `json:"startDate"`
	PeriodStart  garminDay `json:"periodStartDate"`
	PeriodDays   int       `json:"periodLength"`
	Days         int       `json:"cycleLength"`
	FertileFrom  int       `json:"fertileWindowStart"` // day of the cycle
	FertileDays  int       `json:"lengthOfFertileWindow"`
	Predicted    bool      `json:"predictedCycle"`
	IsPredicted  bool      `json:"isPredictedCycle"`
	CurrentPhase string    `json:"currentPhaseType"`
	// Calendar is the cycles of an answer that has several.
	Calendar []cycleRow `json:"cycleSummaries"`
}

// The bounds of what is read: a period and a cycle that somebody can have.
const mostPeriodDays, mostCycleDays = 15, 60

// cycle takes what is known of one: what is predicted is not. Days after the
// period have a phase where the cycle's length and its fertile days are known.
func (d *garminDiary) cycle(r *cycleRow) {
	for i := range r.Calendar {
		d.cycle(&r.Calendar[i])
	}
	start := r.Start
	if !start.ok {
		start = r.PeriodStart
	}
	pregnant := strings.HasSuffix(r.CurrentPhase, "TRIMESTER")
	if !start.ok || r.Predicted || r.IsPredicted || pregnant || r.PeriodDays < 1 || r.PeriodDays > mostPeriodDays {
		return
	}
	known := r.PeriodDays
	if r.Days > r.PeriodDays && r.Days <= mostCycleDays && r.FertileFrom > 0 && r.FertileDays > 0 {
		known = r.Days
	}
	for i := range known {
		phase := "luteal"
		switch at := i + 1; {
		case at <= r.PeriodDays:
			phase = "period"
		case at < r.FertileFrom:
			phase = "follicular"
		case at < r.FertileFrom+r.FertileDays:
			phase = "ovulating"
		}
		d.day(start.Day+training.Day(i)).Say(training.WellnessMenstrualPhase, phase, GarminSource)
	}
}
