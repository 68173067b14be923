package curve

// HullVersion is the version of the rule of [Hull].
const HullVersion = 2

// hullShare is how much of the work on the hull is as good as on it.
const hullShare = 0.99

// Hull leaves the efforts that lie on the upper convex hull of work over
// time, or within 1 % of it: one further below the line between two others
// was not maximal, if the model holds. They come by duration. The shortest
// and the longest always stay.
func Hull(efforts []PowerModelEffort) []PowerModelEffort {
	efforts = usable(efforts)
	bends := corners(efforts)
	var out []PowerModelEffort
	at := 0
	for _, e := range efforts {
		for at+2 < len(bends) && bends[at+1].DurationS < e.DurationS {
			at++
		}
		if len(bends) < 2 || e.work() >= hullShare*line(bends[at], bends[at+1], e.DurationS) {
			out = append(out, e)
		}
	}
	return out
}

// corners are the efforts that the hull bends at, by duration.
func corners(efforts []PowerModelEffort) []PowerModelEffort {
	var out []PowerModelEffort
	for _, e := range efforts {
		for n := len(out); n >= 2 && out[n-1].work() < line(out[n-2], e, out[n-1].DurationS); n-- {
			out = out[:n-1]
		}
		out = append(out, e)
	}
	return out
}

// line is the work in J at a time in s on the line from one effort to a longer one.
func line(from, to PowerModelEffort, seconds float64) float64 {
	return from.work() + (to.work()-from.work())*(seconds-from.DurationS)/(to.DurationS-from.DurationS)
}

func (e PowerModelEffort) work() float64 { return e.DurationS * e.PowerW }
