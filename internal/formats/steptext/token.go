package steptext

import (
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// token reads what begins at a word and gives how many words it takes; 0 where
// it is none.
func (p *stepLine) token(i int) int {
	w := p.words[i].lower
	next := ""
	if i+1 < len(p.words) {
		next = p.words[i+1].lower
	}
	switch w {
	case "ramp", "freeride", "free", "maxeffort", "hidepower":
		return p.keyword(i, w)
	case "press", "lap":
		if w == "press" && next == "lap" || w == "lap" && next == "press" {
			p.s.Open = true
			return 2
		}
		return 0
	case "rpe":
		return p.exertion(i, next)
	}
	if key, value, ok := strings.Cut(w, "="); ok {
		return p.setting(i, key, value)
	}
	if from, to, own, ok := zoneRange(w); ok {
		return p.zone(i, from, to, own, next)
	}
	if w[0] < '0' || w[0] > '9' || strings.Contains(w, "^") {
		return 0
	}
	return p.number(i, next)
}

// keyword takes a word that is one behind the cue alone.
func (p *stepLine) keyword(i int, w string) int {
	if p.first < 0 {
		return 0
	}
	switch w {
	case "ramp":
		p.ramp = p.words[i].column
	case "maxeffort":
		p.s.MaxEffort = true
	case "hidepower":
		p.s.HidePower = true
	default:
		p.s.Free = true
	}
	return 1
}

func (p *stepLine) setting(i int, key, value string) int {
	switch key {
	case "intensity":
		kind, ok := map[string]training.StepKind{
			"warmup": training.StepWarmup, "active": training.StepWork, "interval": training.StepWork, "rest": training.StepRest,
			"recovery": training.StepRest, "cooldown": training.StepCooldown, "other": "",
		}[value]
		if !ok {
			p.fault(p.words[i].column, i18n.Sentencef("%q is not a kind of step.", value), "Use warmup, active, rest or cooldown.")
		}
		p.s.Kind = kind
		return 1
	case "power":
		switch shown := training.PowerShown(value); shown {
		case training.ShowLap, training.Show1S, training.Show3S, training.Show10S, training.Show30S:
			p.s.PowerShown = shown
		default:
			p.fault(p.words[i].column, i18n.Sentencef("A device cannot show the power of %q.", value), "Use lap, 1s, 3s, 10s or 30s.")
		}
		return 1
	}
	return 0
}

// exertion reads "RPE 8" and "RPE 6-7".
func (p *stepLine) exertion(i int, next string) int {
	from, to, unit, ok := span(next)
	if !ok || unit != "" {
		return 0
	}
	t := training.StepTarget{Of: training.TargetRPE, Unit: training.TargetOf10}
	if least, most := workout.Limits(t.Of, t.Unit); min(from, to) < least || max(from, to) > most {
		p.fault(p.words[i].column, "Exertion goes from 1 to 10.", "Write RPE 7 or RPE 6-7.")
	}
	p.aimAt(i, t, from, to)
	return 2
}

// aimAt keeps a target with its values as written.
func (p *stepLine) aimAt(i int, t training.StepTarget, from, to float64) {
	p.order = append(p.order, ends{t, from, to, p.words[i].column})
}

// zone keeps a target of zones; the word behind says of what.
func (p *stepLine) zone(i int, from, to float64, own bool, next string) int {
	t := training.StepTarget{Of: training.TargetPower, Unit: training.TargetZone}
	n := 1
	switch {
	case own:
		t.Unit = training.TargetOwnZone
	case next == "hr":
		t.Of, n = training.TargetHR, 2
	case next == "pace":
		t.Of, n = training.TargetPace, 2
	case next == "power":
		n = 2
	}
	if least, most := workout.Limits(t.Of, t.Unit); min(from, to) < least || max(from, to) > most {
		p.fault(p.words[i].column, i18n.Sentencef("%s is no zone.", p.words[i].text),
			i18n.Sentencef("Use zones 1 to %s, or a percentage.", number(most)))
		p.bad = true
		return n
	}
	p.aimAt(i, t, from, to)
	return n
}

// zoneRange reads "z2", "z3-z4", "cz1" and "cz1-cz2".
func zoneRange(w string) (from, to float64, own, ok bool) {
	rest, own := strings.CutPrefix(w, "c")
	one := func(s string) (float64, bool) {
		digits, ok := strings.CutPrefix(s, "z")
		n, err := strconv.Atoi(digits)
		return float64(n), ok && err == nil && len(digits) <= 2 && digits[0] != '-' && digits[0] != '+'
	}
	a, b, ranged := strings.Cut(rest, "-")
	if from, ok = one(a); !ok || !ranged {
		return from, from, own, ok
	}
	if own {
		b = strings.TrimPrefix(b, "c")
	}
	to, ok = one(b)
	return from, to, own, ok
}
