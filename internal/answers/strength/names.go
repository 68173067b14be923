package strength

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/strength"
)

// namesChinese maps the words of exercises in FIT's profile to Chinese, a line each. FIT has
// 1,846 names made of a few hundred words, in the same order as in Chinese.
//
//go:embed names.zh.txt
var namesChinese string

var chinese = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(namesChinese) {
		if words, means, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			out[words] = means
		}
	}
	return out
})

// mostWords is the maximum number of words that are translated together.
const mostWords = 3

// ExerciseName returns the name of an exercise in a language. A name with a word that is not
// in the list stays as it is.
func ExerciseName(name, language string) string {
	if !strings.HasPrefix(language, "zh") || name == "" {
		return name
	}
	if name == unnamed {
		return "未命名动作"
	}
	words := slices.DeleteFunc(strings.Fields(strings.ToLower(name)), func(w string) bool { return w == "the" || w == "a" })
	var out strings.Builder
	closing := ""
	for len(words) > 0 {
		if joint := joints[words[0]]; joint != [2]string{} && out.Len() > 0 {
			if closing == "" {
				out.WriteString(joint[0])
				closing = joint[1]
			}
			words = words[1:]
			continue
		}
		if short(words[0]) {
			out.WriteString(strings.ToUpper(words[0]))
			words = words[1:]
			continue
		}
		n := min(mostWords, len(words))
		for ; n > 0; n-- {
			if means := chinese()[strings.Join(words[:n], " ")]; means != "" {
				out.WriteString(means)
				break
			}
		}
		if n == 0 {
			return name
		}
		words = words[n:]
	}
	return out.String() + closing
}

// short reports whether a word is a number or the letter of a shape: the T of a T raise.
func short(word string) bool {
	return len(word) == 1 && word != "a" || strings.Trim(word, "0123456789") == ""
}

// joints are words after which what follows is put in brackets.
var joints = map[string][2]string{"with": {"（配", "）"}, "on": {"（在", "上）"}, "from": {"（从", "）"}, "in": {"（在", "中）"}, "of": {"（", "）"}}

// MuscleNames returns the names of the muscle groups.
func MuscleNames() map[string]i18n.Sentence {
	return map[string]i18n.Sentence{
		string(strength.Traps): "Trapezius", string(strength.Shoulders): "Shoulders", string(strength.Chest): "Chest",
		string(strength.UpperBack): "Upper back", string(strength.Lats): "Latissimus", string(strength.Biceps): "Biceps",
		string(strength.Triceps): "Triceps", string(strength.Forearms): "Forearms", string(strength.Abdominals): "Abdominals",
		string(strength.LowerBack): "Lower back", string(strength.HipFlexors): "Hip flexors", string(strength.Glutes): "Glutes",
		string(strength.Abductors): "Abductors", string(strength.Adductors): "Adductors", string(strength.Quadriceps): "Quadriceps",
		string(strength.Hamstrings): "Hamstrings", string(strength.Calves): "Calves",
	}
}
