package account

import (
	"slices"
	"strings"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// plan holds the changes of one call, worked out before anything is written.
type plan struct {
	tools.Plan
	call          *tools.Call
	in            *settingsIn
	before, after training.Athlete
	noted         *tools.OwnWords // nil if they stay
}

// make works the plan out, or says what is wrong with the arguments.
func (p *plan) make() error {
	wanted, err := p.in.entries(p.From)
	if err != nil {
		return err
	}
	if err := p.person(); err != nil {
		return err
	}
	for _, e := range wanted {
		if name := tools.DatedName(e); slices.Contains(p.in.Clear, name) {
			return training.Errorf(training.KindInvalid, "%s is set and cleared at once.", name).WithFix("Do one of the two.")
		}
		p.Put(e)
	}
	for _, name := range p.in.Clear {
		if !slices.Contains(clearable(), name) {
			return training.Errorf(training.KindInvalid, "%q is not a threshold.", name).WithFix("Clear one of %s.", strings.Join(clearable(), ", "))
		}
		if err := p.Clear(name, p.in.Sport.Sport()); err != nil {
			return err
		}
	}
	if len(wanted) == 0 && len(p.in.Clear) == 0 && !p.in.person() {
		return training.Errorf(training.KindInvalid, "No setting was named.").
			WithFix("Give at least one of ftp_w, lthr_bpm, max_hr_bpm, resting_hr_bpm, threshold_pace_s_per_km, weight_kg, time_zone, …")
	}
	return p.Plausible(training.Cycling, training.Running, p.in.Sport.Sport())
}
