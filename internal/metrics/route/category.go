package route

// Fiets is the difficulty of a climb by the index of the Dutch magazine
// Fiets: H²/(10·D) and, above 1000 m, the top's height over that in km.
func (c Climb) Fiets() float64 {
	top := c.FootM + c.GainM
	return c.GainM*c.GainM/(10*c.LengthM) + max(0, (top-1000)/1000)
}

// Category is HC, 1, 2, 3 or 4 by Strava's rule as its help page gives it in
// 2025: length in m times grade in percent above 80000, 64000, 32000, 16000 or
// 8000, from a grade of 3 %. It is empty for a climb without one.
func (c Climb) Category() string {
	if c.GradePct() < leastCategoryPct {
		return ""
	}
	switch score := c.GainM * 100; { // length · grade
	case score > 80_000:
		return "HC"
	case score > 64_000:
		return "1"
	case score > 32_000:
		return "2"
	case score > 16_000:
		return "3"
	case score > 8_000:
		return "4"
	}
	return ""
}

const leastCategoryPct = 3
