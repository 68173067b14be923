package workout

import (
	"cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Absolute is the target in W, bpm, m/s, rpm or of ten, by the thresholds of a
// day. Where they lack what it takes, the error names it.
func Absolute(day efforts.Day, step int, t training.StepTarget) (training.StepTarget, error) {
	if err := Plausible(step, t); err != nil {
		return t, err
	}
	low, high, lacks := day.Bounds(t)
	if lacks != "" {
		return t, Lacking(step, t, lacks)
	}
	t.Low, t.High, t.OverS = low, high, 0
	switch t.Of {
	case training.TargetPower:
		t.Unit = training.TargetW
	case training.TargetHR:
		t.Unit = training.TargetBpm
	case training.TargetPace:
		t.Unit = training.TargetMPS
	}
	return t, Plausible(step, t)
}

// Lacking is the error of a target that takes what is not set.
func Lacking(step int, t training.StepTarget, lacks string) error {
	name, fix := lackWords(lacks)
	return training.Errorf(training.KindInvalid, "Step %d asks for %s, and %s is not known for the day.",
		step, RampedText(t), name).
		WithFix("%s, or give the target in %s.", fix, absoluteWords(t.Of))
}

// LackName is what a target lacks in words: "the FTP".
func LackName(lacks string) i18n.Word {
	name, _ := lackWords(lacks)
	return name
}

func lackWords(lacks string) (name, fix i18n.Word) {
	switch lacks {
	case efforts.LacksFTP:
		return "the FTP", "Set ftp_w"
	case efforts.LacksLTHR:
		return "the lactate threshold heart rate", "Set lthr_bpm"
	case efforts.LacksMaxHR:
		return "the maximum heart rate", "Set max_hr_bpm"
	case efforts.LacksThresholdPace:
		return "the threshold pace", "Set threshold_speed_mps"
	case efforts.LacksBestPower:
		return "the best power over that time", "Give a percentage of FTP"
	}
	return "what the athlete's own zones are", "Give a zone"
}

func absoluteWords(of training.TargetOf) i18n.Word {
	switch of {
	case training.TargetPower:
		return "W"
	case training.TargetHR:
		return "bpm"
	}
	return "time per distance"
}

// DayText writes a target by the thresholds of a day, a ramp in its direction:
// "220–235 W". It is empty where one of them is not set.
func DayText(day efforts.Day, t training.StepTarget) i18n.Sentence {
	low, high, lacks := day.Bounds(t)
	if lacks != "" {
		return ""
	}
	if t.Ramp == training.RampDown && low > 0 && high > 0 {
		low, high = high, low
	}
	return BoundsText(t.Of, low, high, cmp.Or(t.Per, training.PaceOf(day.Sport)))
}

// By says by which threshold a target became what it is: "an FTP of 250 W";
// empty for one that hangs on none.
func By(day efforts.Day, t training.StepTarget) i18n.Sentence {
	th := &day.Thresholds
	switch t.Unit {
	case training.TargetFTP:
		return i18n.Sentencef("an FTP of %s W", Decimals(th.FTPW, 1))
	case training.TargetLTHR:
		return i18n.Sentencef("an LTHR of %s bpm", Decimals(th.LTHRBpm, 1))
	case training.TargetMaxHR:
		return i18n.Sentencef("a maximum heart rate of %s bpm", Decimals(th.MaxHRBpm, 1))
	case training.TargetPacePct:
		pace := BoundsText(training.TargetPace, th.ThresholdMPS, th.ThresholdMPS, training.PaceOf(day.Sport))
		return i18n.Sentencef("a threshold pace of %s", pace)
	case training.TargetZone:
		return "the zones of the day"
	}
	return ""
}

// Plausible says what is wrong with a target that is of another unit than it says.
func Plausible(step int, t training.StepTarget) error {
	_, most := Limits(t.Of, t.Unit)
	if t.Low <= most && t.High <= most {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Step %d asks for %s.", step, RampedText(t)).
		WithFix("Give at most %s.", RampedText(training.StepTarget{Of: t.Of, Unit: t.Unit, Low: most, High: most, Per: t.Per, OverS: t.OverS}))
}
