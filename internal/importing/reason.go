package importing

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
)

// Reasons are sentences for people on what speaks for and against the two
// being one.
func (d Doubt) Reasons() []i18n.Sentence {
	e := d.Evidence
	out := []i18n.Sentence{i18n.Sentencef("They have %d %% of the shorter one's time in common.", percent(e.Overlap))}
	if d.Entered {
		return append(out, "One of them was entered without a recording, and its time or distance is not that of the other.")
	}
	if e.OneDevice {
		out = append(out, "One device recorded both, and a device records one thing at a time.")
	}
	track := i18n.Sentencef("at %d %% of the moments they were in one place", percent(e.Track.Measure))
	signs := []i18n.Sentence{
		sign(e.Track, i18n.Sentencef("The tracks agree: %s.", track), i18n.Sentencef("The tracks do not agree: %s.", track),
			i18n.Sentencef("The tracks agree in part: %s.", track)),
		signal(e.HR, "heart rates"), signal(e.Power, "powers"),
	}
	said := false
	for _, s := range signs {
		if s != "" {
			out, said = append(out, s), true
		}
	}
	if !said {
		out = append(out, "Nothing that both recorded says more.")
	}
	return out
}

func percent(share float64) int { return int(math.Round(100 * share)) }

// sign is the sentence on a piece of evidence; empty if there is none.
func sign(s match.Sign, agrees, against, between i18n.Sentence) i18n.Sentence {
	switch {
	case s.Verdict == match.Agrees:
		return agrees
	case s.Verdict == match.Against:
		return against
	case s.Measure != 0:
		return between
	}
	return ""
}

func signal(s match.Sign, what i18n.Word) i18n.Sentence {
	r := s.Measure
	return sign(s, i18n.Sentencef("Their %s rise and fall together (correlation %.2f).", what, r),
		i18n.Sentencef("Their %s do not go together (correlation %.2f).", what, r),
		i18n.Sentencef("Their %s go together in part (correlation %.2f).", what, r))
}
