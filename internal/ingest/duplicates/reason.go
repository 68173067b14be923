package duplicates

import (
	"fmt"
	"math"

	"lapkeep/internal/ingest/match"
)

// Reasons are sentences for people on what speaks for and against the two
// being one.
func (d Doubt) Reasons() []string {
	e := d.Evidence
	out := []string{fmt.Sprintf("They have %d %% of the shorter one's time in common.", percent(e.Overlap))}
	if d.Entered {
		return append(out, "One of them was entered without a recording, and its time or distance is not that of the other.")
	}
	if e.OneDevice {
		out = append(out, "One device recorded both, and a device records one thing at a time.")
	}
	track := fmt.Sprintf("at %d %% of the moments they were in one place", percent(e.Track.Measure))
	signs := []string{
		sign(e.Track, "The tracks agree: "+track+".", "The tracks do not agree: "+track+".", "The tracks agree in part: "+track+"."),
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
func sign(s match.Sign, agrees, against, between string) string {
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

func signal(s match.Sign, what string) string {
	r := fmt.Sprintf("(correlation %.2f).", s.Measure)
	return sign(s, "Their "+what+" rise and fall together "+r, "Their "+what+" do not go together "+r, "Their "+what+" go together in part "+r)
}
