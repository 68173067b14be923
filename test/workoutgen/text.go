package workoutgen

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// scripts are letters that words are made of, each word of one script's alone.
var scripts = [...]string{
	"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "àâçéèêëîïôöûüßñåøæžščřłęą", "αβγδεζηθικλμνξοπρστυφχψω",
	"абвгдежзийклмнопрстуфхцчшщыэюя", "אבגדהוזחטיכלמנסעפצקרשת", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह",
	"あいうえおかきくけこさしすせそたちつてとなにぬねのアイウエオカキクケコ", "山川水火木金土日月人大小中上下高低速走泳", "가나다라마바사아자차카타파하강물산들길",
}

// reserved are words that mean something in a workout as text, or have once.
var reserved = [...]string{
	"ramp", "free", "freeride", "maxeffort", "rest", "press", "lap", "hidepower", "hr", "lthr", "pace", "power", "mmp", "rpm", "bpm",
	"rpe", "css", "ftp", "warmup", "warm", "cooldown", "cool", "zone", "open", "repeat", "intensity", "en", "max", "easy",
}

// text draws words of letters with a space between them: no digit, no sign,
// no line break, nothing that a form would take for anything but text.
func (d drawer) text(name string) string {
	out := ""
	for _, w := range rapid.SliceOfN(rapid.Custom(word), 1, 4).Draw(d.T, name) {
		if next := strings.TrimSpace(out + " " + w); len([]rune(next)) <= d.can.textRunes() {
			out = next
		}
	}
	if out == "" {
		return "a"
	}
	return out
}

func word(t *rapid.T) string {
	letters := []rune(rapid.SampledFrom(scripts[:]).Draw(t, "script"))
	w := string(rapid.SliceOfN(rapid.SampledFrom(letters), 2, 9).Draw(t, "letters"))
	if slices.Contains(reserved[:], strings.ToLower(w)) {
		return "ab"
	}
	return w
}

// cues draws what is shown at the start of a step and during it, one after
// the other.
func (d drawer) cues(s *training.WorkoutStep) {
	if d.once(d.can.Note, 6, "note") {
		s.Cues = append(s.Cues, training.StepCue{Text: d.text("note")})
	}
	last := int(s.DurationS) - 10
	if last < 10 || !d.once(d.can.Cues, 4, "cues") {
		return
	}
	at := 0
	for n := d.from(1, 3, "cues"); n > 0 && at < last; n-- {
		at = d.from(at+1, last, "at")
		c := training.StepCue{AtS: float64(at), Text: d.text("cue")}
		if d.once(true, 2, "for") {
			shown := d.from(1, int(s.DurationS)-at, "for")
			c.ForS, at = float64(shown), at+shown
		}
		s.Cues = append(s.Cues, c)
	}
}
