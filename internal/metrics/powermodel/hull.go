package powermodel

// HullVersion is the version of the rule of [Hull].
const HullVersion = 1

// Hull leaves the efforts that lie on the upper convex hull of work over
// time: one below the line between two others was not maximal, if the model
// holds. They come by duration. The shortest and the longest always stay.
func Hull(efforts []Effort) []Effort {
	var out []Effort
	for _, e := range usable(efforts) {
		for len(out) >= 2 && !above(out[len(out)-2], out[len(out)-1], e) {
			out = out[:len(out)-1]
		}
		out = append(out, e)
	}
	return out
}

// above reports that b's work lies above the line from a to c, or within a
// rounding of it.
func above(a, b, c Effort) bool {
	wa, wb, wc := a.DurationS*a.PowerW, b.DurationS*b.PowerW, c.DurationS*c.PowerW
	line := wa + (wc-wa)*(b.DurationS-a.DurationS)/(c.DurationS-a.DurationS)
	return wb >= line*(1-1e-9)
}
