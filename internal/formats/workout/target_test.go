package workout_test

import (
	"testing"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

func TestTargetsInWords(t *testing.T) {
	t.Parallel()
	best := aim(training.TargetPower, training.TargetBest, 60, 65)
	best.OverS = 300
	swim := aim(training.TargetPace, training.TargetMPS, 100.0/110, 100.0/105)
	swim.Per = training.Per100M
	for want, target := range map[string]training.StepTarget{
		"95–105 % FTP":             aim(training.TargetPower, training.TargetFTP, 95, 105),
		"105–95 % FTP":             {Of: training.TargetPower, Unit: training.TargetFTP, Low: 95, High: 105, Ramp: training.RampDown},
		"up to 50 % FTP":           {Of: training.TargetPower, Unit: training.TargetFTP, High: 50, Ramp: training.RampDown},
		"62.5 % FTP":               aim(training.TargetPower, training.TargetFTP, 62.5, 62.5),
		"60–65 % of the best 5:00": best,
		"200 W":                    aim(training.TargetPower, training.TargetW, 200, 200),
		"from 200 W":               aim(training.TargetPower, training.TargetW, 200, 0),
		"zone 2 power":             aim(training.TargetPower, training.TargetZone, 2, 2),
		"own zone 1–2":             aim(training.TargetPower, training.TargetOwnZone, 1, 2),
		"from zone 2 hr":           aim(training.TargetHR, training.TargetZone, 2, 0),
		"up to own zone 2":         aim(training.TargetPower, training.TargetOwnZone, 0, 2),
		"up to 140 bpm":            aim(training.TargetHR, training.TargetBpm, 0, 140),
		"90 % LTHR":                aim(training.TargetHR, training.TargetLTHR, 90, 90),
		"80–85 % max HR":           aim(training.TargetHR, training.TargetMaxHR, 80, 85),
		"zone 2–3 hr":              aim(training.TargetHR, training.TargetZone, 2, 3),
		"4:10–3:58/km":             aim(training.TargetPace, training.TargetMPS, 4, 4.2),
		"1:50–1:45/100m":           swim,
		"up to 10:00:00/km":        aim(training.TargetPace, training.TargetMPS, 0, 1e-9),
		"78 % threshold pace":      aim(training.TargetPace, training.TargetPacePct, 78, 78),
		"30.5–32 km/h":             aim(training.TargetSpeed, training.TargetMPS, 30.5/3.6, 32/3.6),
		"6.5–7 of 10":              aim(training.TargetRPE, training.TargetOf10, 6.5, 7),
		"85–95 rpm":                aim(training.TargetCadence, training.TargetRPM, 85, 95),
		"":                         {},
	} {
		if got := workout.TargetText(target); got.String() != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	ramp := aim(training.TargetPower, training.TargetW, 100, 200)
	ramp.Ramp = training.RampUp
	if got := workout.RampedText(ramp); got.String() != "ramp 100–200 W" {
		t.Error(got)
	}
	if got := workout.BoundsText(training.TargetPower, 0, 0, ""); got != "" {
		t.Error(got)
	}
}
