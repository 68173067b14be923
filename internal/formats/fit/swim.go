package fit

import (
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// strokeWords and gearWords match the words by which the text of a swim names a stroke or
// equipment. Their groups are those of [typedef.SwimStroke], and those of
// [typedef.WorkoutEquipment] without none. Some words are Chinese.
var (
	strokeWords = textclean.LazyRegexp(`(?i)(\bfreestyle\b|\bfront crawl\b|自由泳)|(\bbackstroke\b|仰泳)|(\bbreaststroke\b|蛙泳)|` +
		`(\bbutterfly\b|蝶泳)|(\bdrills?\b|分解练习)|(\bmixed\b)|(\bim\b|\bmedley\b|混合泳)`)
	gearWords = textclean.LazyRegexp(`(?i)(\bfins\b|脚蹼)|(\bkick ?board\b|打水板|浮板)|(\bpaddles\b|划水掌)|(\bpull[ -]?buoy\b|夹腿板)|` +
		`(\bsnorkel\b|呼吸管)`)
)

// namedIn returns the index of the only group that matches the words of a step, or -1 if none
// does, or several do.
func namedIn(s *training.WorkoutStep, words textclean.Regexp) int {
	text, found := s.Text, -1
	for _, c := range s.Cues {
		text += "\n" + c.Text
	}
	for _, match := range words.Get().FindAllStringSubmatchIndex(text, -1) {
		for i := range len(match)/2 - 1 {
			if match[2*i+2] < 0 {
				continue
			}
			if found >= 0 && found != i {
				return -1
			}
			found = i
		}
	}
	return found
}

// swims adds the stroke and the equipment of a step to its text, if the text does not name them.
func (s *step) swims(sport training.Sport) {
	if s.stroke >= 0 && s.stroke != namedIn(&s.WorkoutStep, strokeWords) {
		name := plainWords(typedef.SwimStroke(s.stroke).String())
		s.say(sport, i18n.Sentencef("the stroke %s", name), name)
	}
	if s.gear >= 0 && s.gear != namedIn(&s.WorkoutStep, gearWords) {
		name := plainWords(strings.TrimPrefix(typedef.WorkoutEquipment(s.gear+1).String(), "swim_"))
		s.say(sport, i18n.Sentencef("the equipment %s", name), name)
	}
}

// say adds a stroke or equipment to the text of a step. Only swims have them.
func (s *step) say(sport training.Sport, what i18n.Sentence, name string) {
	if sport != training.Swimming || s.Exercise != nil {
		s.leave(what, leftOut)
		return
	}
	s.leave(what, "the text contains it")
	s.Text = strings.TrimPrefix(s.Text+", "+name, ", ")
}

// swim writes the stroke and the equipment that the text of a step names, the stroke in the
// first free field for a target. It returns whether there is a stroke.
func (m *message) swim(s *training.WorkoutStep) bool {
	if i := namedIn(s, gearWords); i >= 0 {
		m.int(fieldnum.WorkoutStepEquipment, int64(i+1))
	}
	stroke, place := namedIn(s, strokeWords), len(s.Targets)
	if stroke < 0 || place >= len(targetFields) {
		return false
	}
	m.int(targetFields[place].kind, int64(typedef.WktStepTargetSwimStroke))
	m.int(targetFields[place].value, int64(stroke))
	return true
}
