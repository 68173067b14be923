package athlete

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const setHow = "update_athlete_settings; estimate_thresholds suggests values"

// advised is how many recent days advice looks at.
const advised = 365

// advise names what is missing for better answers, the weightiest first.
func advise(
	ctx context.Context, r StatusReader, s training.Scope, f answers.Frame, a *training.Athlete, c store.Counts,
) ([]Advice, error) {
	out := []Advice{}
	if c.Activities == 0 {
		return append(out, Advice{"activities", "there is nothing to answer from", "lapkeep import PATH, or import_files"}), nil
	}
	if c.DerivedBehind > 0 {
		out = append(out, Advice{"derived data", i18n.Sentencef("changes not computed yet: %d", c.DerivedBehind), "ask again in a moment"})
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: f.Today - advised, To: f.Today})
	if err != nil {
		return nil, err
	}
	out = append(out, thresholdAdvice(inputs, fitness.NewLoads(a, history))...)
	if a.TimeZone == "" {
		out = append(out, Advice{"time_zone", i18n.Sentencef("days and today are those of %s", f.TimeZone), "update_athlete_settings"})
	}
	if a.Sex == "" {
		out = append(out, Advice{"sex", "TRIMP needs it to choose its constants", "update_athlete_settings"})
	}
	if f.Today-c.First < 42 {
		out = append(out, Advice{"history", "fitness (CTL) needs six weeks before it means much", "import older recordings"})
	}
	return out, nil
}

// thresholdAdvice counts the activities that have no load, or a load only
// from heart rate, for want of a threshold.
func thresholdAdvice(inputs []store.LoadInput, l fitness.Loads) []Advice {
	var power, heart int
	for i := range inputs {
		in := &inputs[i]
		th := l.At(in)
		if in.NP > 0 && th.FTPW == 0 {
			power++
		}
		if in.AvgHR > 0 && th.LTHRBpm == 0 {
			if _, why := l.Of(in); why != "" {
				heart++
			}
		}
	}
	var out []Advice
	if power > 0 {
		out = append(out, Advice{
			string(training.KeyFTP),
			i18n.Sentencef("%d of the last year's activities with power have no FTP, so no %s load and no power zones", power,
				load.MethodPower), setHow,
		})
	}
	if heart > 0 {
		out = append(out, Advice{
			string(training.KeyLTHR),
			i18n.Sentencef("%d of the last year's activities with heart rate have no load and no zones", heart), setHow,
		})
	}
	return out
}

// tell says the state in words.
func (v *StatusView) tell(c store.Counts) {
	if c.Activities == 0 {
		v.Words = append(v.Words,
			"The store is empty: import a folder of recordings with lapkeep import PATH, or try the demo with lapkeep demo.")
		return
	}
	v.Words = append(v.Words, i18n.Sentencef("%d activities from %s to %s.", c.Activities, c.First, c.Last))
}
