package workouts

import (
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// purposeRule says what purpose a workout of the athlete's own is found by. Its
// steps do not decide: what tells over-unders, a test or a rehearsal of a race
// from other hard work is what it is meant for.
const purposeRule = "A workout of one's own has the purposes that its tags name, else those that its name says."

// purposeSet holds purposes, a bit each in the order of [workout.Purposes].
type purposeSet uint32

func (p purposeSet) has(i int) bool { return i >= 0 && p&(1<<i) != 0 }

// spelled are the ways to write each purpose, between spaces in small letters.
type spelled [][]string

func spellings() spelled {
	also := map[workout.Purpose][]string{
		workout.VO2max: {"vo2", "vo2 max"}, workout.SweetSpot: {"sst"}, workout.OverUnders: {"over under", "overunder"},
	}
	var out spelled
	for _, p := range workout.Purposes() {
		apart := strings.ReplaceAll(string(p), "_", " ")
		ways := append([]string{apart, strings.ReplaceAll(apart, " ", "")}, also[p]...)
		var one []string
		for _, way := range ways {
			one = append(one, " "+way+" ", " "+way+"s ")
		}
		out = append(out, one)
	}
	return out
}

// plain is a text as it is compared: words in small letters between spaces.
func plain(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}

// of are the purposes of a workout by the purposeRule, and the one that its
// first such tag names.
func (all spelled) of(w *training.LibraryWorkout) (set purposeSet, tagged workout.Purpose) {
	for _, tag := range w.Tags {
		tag = plain(tag)
		for i, ways := range all {
			if slices.Contains(ways, tag) {
				set |= 1 << i
				if tagged == "" {
					tagged = workout.Purposes()[i]
				}
			}
		}
	}
	if set != 0 {
		return set, tagged
	}
	name := plain(w.Name)
	for i, ways := range all {
		if slices.ContainsFunc(ways, func(way string) bool { return strings.Contains(name, way) }) {
			set |= 1 << i
		}
	}
	return set, ""
}
