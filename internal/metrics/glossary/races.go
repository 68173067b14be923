package glossary

import "lapkeep/internal/metrics/curve"

func raceEntries() []Entry {
	const one = "a maximal effort of 3½ minutes or more"
	return []Entry{
		{
			Key: "riegel", Title: "Race time by Riegel", Formula: "t · (d2/d1)^1.06", Inputs: one, Unit: "s", Needs: one,
			Source: "Riegel 1981, American Scientist 69:285", Version: curve.PredictVersion,
			Limits: "Made for 3½ minutes to 4 hours and the average runner's endurance.", Proof: vectorTested + "curve.TestRiegelVectors",
		},
		{
			Key: "cameron", Title: "Race time by Cameron", Unit: "s", Inputs: one, Needs: one,
			Formula: "t · d2/d1 · f(d1)/f(d2), f(m) = 13.49681 − 0.000030363m + 835.7114/m^0.7905",
			Source:  "Cameron 1998, fitted to records of 400 m to 50 miles", Version: curve.PredictVersion,
			Limits: "Records, not the average runner; not given beyond 400 m to 80.5 km.", Proof: slowTested + "curve.TestTheReferencesAgree",
		},
		{
			Key: "vdot", Title: "VDOT", Unit: "ml/kg/min", Inputs: one, Needs: one,
			Formula: "(−4.6 + 0.182258v + 0.000104v²) / (0.8 + 0.1894393e^(−0.012778t) + 0.2989558e^(−0.1932605t)), v in " +
				"m/min, t in min; a race time is its inverse",
			Source: "Daniels and Gilbert 1979", Version: curve.PredictVersion,
			Limits: "A performance in the unit of oxygen uptake, not a measured one. Hills, heat and pauses lower it.",
			Proof:  "vectors: curve.TestVDOTVectors; rows of the published table: curve.TestVDOTOfThePublishedTable",
		},
		{
			Key: "power_law", Title: "Race time or power by an own exponent", Unit: "s or W", Inputs: "maximal efforts",
			Formula: "least squares of log t on log d, or of log P on log t; through two efforts the two-point formula",
			Needs:   "maximal efforts over two distances, one at least twice the other; on the bike three of 3 minutes to 2 hours",
			Source:  "Bock; Kennelly 1906", Version: curve.PredictVersion,
			Limits: "An exponent outside 1 to 1.2 (0 to −0.25 on the bike) says that an effort was not maximal, and nothing " +
				"is given. Followed to four times the longest effort.",
			Proof: slowTested + "curve.TestTheReferencesAgree",
		},
		{
			Key: "critical_speed", Title: "Critical speed", Unit: "m/s", Inputs: "maximal efforts of 2 to 40 minutes",
			Formula: "least squares of d = CS·t + D′; t = (d − D′)/CS", Needs: "two such efforts, one over at least twice the other's distance",
			Source: "Hughson et al. 1984, after Monod and Scherrer 1965", Version: curve.PredictVersion,
			Limits: "Holds for races of 2 to 40 minutes. Efforts out of one even run make D′ too small.",
			Proof:  vectorTested + "curve.TestCriticalSpeedVector",
		},
		{
			Key: "marathon_shape_pct", Title: "Marathon shape", Unit: "%", Inputs: "distances of runs over 182 days, VDOT",
			Formula: "100·(0.67·K + 0.33·L), K = km a week / VDOT^1.135, L = 7/70 · Σ over runs of more than 13 km in 70 " +
				"days of (2 − 2·age/70)·((km − 13)/(12·ln(VDOT/4) − 13))²",
			Needs: "runs with distance", Source: "Runalyze's published formula", Version: curve.PredictVersion,
			Limits: "VDOT counts as 25 at least; it can exceed 100.",
			Proof:  "vectors of the distances that it asks for: curve.TestMarathonShape; the sum by hand: curve.TestMarathonShapeByHand",
		},
		{
			Key: "race_range", Title: "Range of a predicted race", Unit: "s or W", Inputs: "the models", Needs: "one model at least",
			Formula: "least and most of the models, no worse than what was done over as far, or as long, or more; widened " +
				"by 1 % (high confidence), 2 % (medium) or 4 % (low)",
			Source: "rule of thumb", Version: curve.PredictVersion,
			Limits: "High: the nearest effort is within a factor of 1.5 and 42 days; medium: within a factor of 4.", Proof: notProven,
		},
		{
			Key: "maximal_effort", Title: "Which bests count as maximal", Unit: "1", Inputs: "best efforts", Needs: one,
			Formula: "on foot and in water within 5 % of the fastest, each brought to an hour by Riegel's exponent; on the " +
				"bike, up to 20 minutes, within 7 % of the best Power Index, " +
				"and beyond not below the one before · (t2/t1)^−0.12; never a piece of a longer best of the same activity, " +
				"than which it is not faster by (d2/d1)^0.03 (0.01 in water)",
			Source: "rule of thumb", Version: curve.PredictVersion,
			Limits:  "A season without one hard effort has its best easy one for maximal: predictions are then too slow.",
			Differs: "Most tools fit every best, so that the kilometres of one even race say that the runner does not tire.", Proof: notProven,
		},
	}
}
