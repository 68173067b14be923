package strength_test

import (
	"strings"
	"testing"
	"unicode"

	"lapkeep/internal/answers/strength"
	"lapkeep/internal/formats/fit"
	metrics "lapkeep/internal/metrics/strength"
)

func TestExerciseNamesInChinese(t *testing.T) {
	for name, want := range map[string]string{
		"Barbell bench press": "杠铃卧推", "Incline dumbbell bench press": "上斜哑铃卧推", "Barbell hip thrust with bench": "杠铃臀推（配训练凳）",
		"Romanian deadlift": "罗马尼亚硬拉", "Squat": "深蹲", "Somebody's own": "Somebody's own", "": "",
	} {
		if got := strength.ExerciseName(name, "zh-CN"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if got := strength.ExerciseName(name, "en"); got != name {
			t.Error(got)
		}
	}
}

// TestMostNamesAreTranslated: at least four of five names of FIT's profile have a Chinese
// one without a Latin word.
func TestMostNamesAreTranslated(t *testing.T) {
	all, done := fit.ExerciseNames(), 0
	for _, name := range all {
		got := strength.ExerciseName(name, "zh")
		if !strings.EqualFold(got, name) && strings.ContainsFunc(got, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			done++
		} else if testing.Verbose() {
			t.Log(name)
		}
	}
	if len(all) < 1800 || done*5 < len(all)*4 {
		t.Errorf("%d of %d", done, len(all))
	}
}

func TestEveryMuscleHasAName(t *testing.T) {
	for _, m := range metrics.Muscles() {
		if strength.MuscleNames()[string(m)] == "" {
			t.Error(m)
		}
	}
}
