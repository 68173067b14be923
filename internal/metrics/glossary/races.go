package glossary

import (
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
)

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

func recordEntries() []Entry {
	return []Entry{
		{
			Key: "fatigued_power_curve", Title: "Power curve after work",
			Formula: "as the power curve, over windows that begin once n kJ (or n kJ/kg by the weight of the day) have been done in the activity",
			Needs:   "a power meter and rides of more than n kJ; for kJ/kg a weight",
			Inputs:  "power, weight", Unit: "W", Source: "Maunder et al. 2021, Leo et al. 2021, Valenzuela et al.", Version: curve.FatiguedVersion,
			Limits: "Work is counted whatever its intensity. Stored for 500 to 6000 kJ; other amounts are computed when " +
				"asked from the recordings that can hold the best.",
			Proof: "brute force on random and adversarial series: curve.TestFatiguedIsTheSlowScan",
		},
		{
			Key: "durability_index", Title: "Durability index",
			Formula: "best power after n kJ (or n kJ/kg) / best power at any time, same duration, days and sport",
			Needs:   "hard efforts both fresh and late in rides, within the same days",
			Inputs:  "power, weight for kJ/kg", Unit: "1", Decimals: 1, Source: "Maunder et al. 2021, Leo et al. 2021",
			Version: curve.FatiguedVersion,
			Limits:  "Between 0 and 1. Low values may only say that nobody tried hard late in a ride; compare within one athlete.",
			Proof:   "brute force on random and adversarial series: curve.TestFatiguedIsTheSlowScan",
		},
		{
			Key: "personal_records", Title: "Personal records",
			Formula: "the highest point of each curve, the best climb by each measure, and the largest totals of one activity, over the " +
				"days named",
			Needs:  "what each measure needs",
			Inputs: "the curves, climbs and totals of activities", Unit: "as each metric", Source: "definition",
			Version: curve.CurveVersion + curve.EffortsVersion,
			Limits: "A best is over exactly its duration: a longer one may be a little higher, where a second of rest " +
				"broke an effort. The season is the calendar year. A climb faster than 2,500 m/h is not believed. W/kg goes by " +
				"the weight of the day, so the best W/kg may be another activity's.",
			Proof: "brute force at every step over the real recordings: app.TestBestsAreWhatTheRowsSay",
		},
		{
			Key: "np_curve", Title: "Normalized power curve",
			Formula: "for every duration from 5 minutes the highest (mean fourth power of the full 30 s means inside the window)^¼",
			Needs:   "a power meter",
			Inputs:  "power", Unit: "W", Source: "Coggan 2003, on every stretch", Version: curve.NormalizedVersion,
			Limits:  "Elapsed time, as the power curve: a rest inside the stretch counts as 0 W, where the NP of an activity leaves it out.",
			Differs: "GoldenCheetah pads the first 29 windows with zeros.",
			Proof:   "brute force: the NP of every stretch by itself: curve.TestNormalizedIsTheBestNPOfAnyStretch",
		},
		{
			Key: "pace_curve", Title: "Pace curve", Formula: "for every duration from 30 s the highest distance covered / duration",
			Needs:  "distance, from GPS or a sensor",
			Inputs: "distance over elapsed time, a straight line between rows", Unit: "s/km, or s/100 m in water",
			Source: "exact scan of every second", Version: curve.PaceVersion,
			Limits: "Windows begin at whole seconds. A step back, or faster than the sport's limit, cuts the track; a " +
				"recording whose best is faster than the sport's records on foot or in water has none at that duration. Not corrected for grade.",
			Proof: "brute force on random tracks and on real recordings: curve.TestPaceIsTheSlowMeanMax, app.TestBestsAreWhatTheRowsSay",
		},
	}
}

func similarEntries() []Entry {
	return []Entry{
		{
			Key: "route_overlap_pct", Title: "Same way",
			Formula: "each way is simplified to 10 m (Douglas and Peucker); of up to 100 places at equal distance on each, " +
				"the share that lies within 50 m of the other; " +
				"the smaller of the two shares, from 80 %, where the lengths differ by 10 % at most; reversed where four of five steps go back",
			Needs: "positions over 500 m or more, of the same sport", Inputs: "latitude, longitude", Unit: "%",
			Source: "Douglas and Peucker 1973; the corridor and the shares are ours", Version: route.Version,
			Limits: "A street within 50 m counts as the same. A way that is followed twice is another one, by its length. " +
				"An out and back has no other way round.",
			Differs: "Strava and Garmin compare with a course that was set; Intervals.icu groups by route and does not say how.",
			Proof: "generated loops, streets and laps with errors of a satellite receiver of 7 m: route.TestSameWays; every " +
				"recorded position against every stretch: within 4 %: route.TestAgainstEveryPosition; " +
				"65 real recordings, of which only the doubles are the same: route.TestRealRecordings",
		},
		{
			Key: "followed", Title: "Followed a route",
			Formula: "the share of up to 100 places at equal distance on the route that lies within 50 m of the activity's " +
				"way, from 80 %; the activity may be longer, and go the other way round",
			Needs: "a route of 500 m or more, positions of the activity", Inputs: "latitude, longitude", Unit: "activities, %",
			Source: "ours", Version: route.Version,
			Limits: "A street within 50 m counts as the same. A route that was left and taken up again counts from 80 %.",
			Proof:  vectorTested + "route.TestFollowing",
		},
		{
			Key: "rank_by_duration", Title: "Rank on a route", Formula: "1 and how many activities that went the same way round took less " +
				"timer time",
			Needs: "two activities of the same way", Inputs: "timer time, route_overlap_pct", Unit: "1 is the fastest",
			Source: "definition", Version: route.Version,
			Limits: "Ways that differ by up to 10 % in length are one; the wind is not known.", Proof: tableTested + "structure.TestLike",
		},
		{
			Key: "profile_likeness_pct", Title: "Like climbs",
			Formula: "altitude as means of 64 equal parts of the distance, less their mean; 100 · (1 − mean difference / " +
				"the larger mean distance from 0), " +
				"from 75 %, where the distances differ by 15 % at most",
			Needs: "altitude over 1 km or more that spreads by 10 m around its mean", Inputs: "altitude, distance", Unit: "%",
			Source: "ours", Version: route.Version,
			Limits:  "Hills shorter than a 64th of the distance are levelled out. What went the same way is listed there alone.",
			Differs: "No other tool is known to compare profiles.",
			Proof: "generated recordings whose hills are known: the same at another height, with drift and 1 % of " +
				"distance between them, are like; others are not: route.TestProfiles",
		},
		{
			Key: "structure_likeness_pct", Title: "Like intervals",
			Formula: "the share of the work of both sessions that lies in like sets: the same pattern, durations within 15 " +
				"% (or distances within 5 %), numbers within 30 %, " +
				"rests within half, levels within 12 % of the threshold of each day (without one, within 15 % of each other); " +
				"a pair counts by (2 · duration + 2 · number + rest) / 5, each as the smaller over the larger; from 75 %",
			Needs: "intervals in both", Inputs: "intervals, dated thresholds", Unit: "%", Source: "ours", Version: efforts.Version,
			Limits: "A session by heart rate is compared with one by power in durations alone where no threshold is known.",
			Proof:  tableTested + "structure.TestAlike",
		},
	}
}

// statisticsVersion is that of the rules of streaks, Eddington numbers,
// milestones and bands of temperature.
const statisticsVersion = 1

// naiveYears is what statistics over days are held against.
const naiveYears = slowTested + "fitness.TestSummariesAreTheReferences"

func statisticsEntries() []Entry {
	const days = "activities by their local days"
	return []Entry{
		{
			Key: "streak", Title: "Streak", Formula: "the longest run of local days, or weeks, with an activity in each; the current one " +
				"reaches today (this week) or yesterday (the week before)",
			Needs: "an activity", Inputs: days + "; the weekday on which the athlete's weeks begin", Unit: "days, weeks",
			Source: "definition; published counts of Mark Covert's running streak agree", Version: statisticsVersion,
			Limits: "The day is that of the place where an activity began, so that a day is neither lost nor won when clocks change. " +
				"Of equal ones the earlier is told. What a service withholds counts as an activity of no known sport.",
			Differs: "Apps that ask for a distance or a duration each day break a streak earlier.",
			Proof:   naiveYears,
		},
		{
			Key: "eddington", Title: "Eddington number",
			Formula: "the largest E such that on at least E days at least E km (miles) were covered in the sport; days to the next: " +
				"E + 1 − the days of at least E + 1",
			Needs: "activities with a distance", Inputs: days + ", distance in mm", Unit: "km, miles; days",
			Source:  "A. S. Eddington of his cycling, in miles; en.wikipedia.org/wiki/Arthur_Eddington, Eddington number for cycling",
			Version: statisticsVersion,
			Limits: "Activities of one day add up. Of the days asked about alone: ask for all time for the number that riders tell. " +
				"Indoor and virtual rides count unless indoor is false.",
			Differs: "Others count the longest activity of a day, or leave out indoor ones.", Proof: naiveYears,
		},
		{
			Key: "pearson_r", Title: "Correlation of two daily series",
			Formula: "Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² · Σ(y − ȳ)²) over the days that have both; pearson_95: tanh(atanh r ± 1.96 / √(n − 3))",
			Needs:   "ten days that have both", Inputs: "two fields of wellness or training", Unit: "−1 to 1",
			Source: "Pearson 1896; Fisher 1921 for the interval", Version: statisticsVersion,
			Limits: "It shows what went together, and no cause. Neighbouring days resemble each other, so the true interval is wider.",
			Proof:  slowTested + "wellness.TestCorrelationsAreTheSlowOnes",
		},
		{
			Key: "spearman_rho", Title: "Rank correlation of two daily series",
			Formula: "the correlation of the ranks; equal values share the mean of their ranks",
			Needs:   "ten days that have both", Inputs: "two fields of wellness or training", Unit: "−1 to 1",
			Source: "Spearman 1904", Version: statisticsVersion,
			Limits: "Of any rising relation, straight or not; single odd days move it little. No cause.",
			Proof:  slowTested + "wellness.TestCorrelationsAreTheSlowOnes",
		},
		{
			Key: "milestones", Title: "Milestones",
			Formula: "the local day on which the sum of all days until then came to 1, 2 or 5 times a power of ten: activities from 10, " +
				"distance from 100 km, timer time from 10 h, elevation gain from 1,000 m",
			Needs: "an activity", Inputs: days + ", all from the first on", Unit: "activities, km, h, m", Source: "definition",
			Version: statisticsVersion,
			Limits:  "Of what is here: what was done before the oldest recording is not counted.", Proof: naiveYears,
		},
		{
			Key: "heat_and_wind", Title: "Speed and heart rate by temperature",
			Formula: "in bands of 5 °C: distance / timer time, and means of heart rate, normalized power and wind weighted by timer time; " +
				"elevation gain / distance",
			Needs:  "a temperature that a service or a device gives, outdoors",
			Inputs: "weather_temp_c, else avg_temp_c; distance, timer time, avg_hr_bpm, normalized_power_w, elevation_gain_m, wind_speed_kmh",
			Unit:   "as each metric", Source: "definition", Version: statisticsVersion,
			Limits: "It shows what went together, and no cause: season, hills and intent differ with heat. A device in the sun reads more " +
				"than the air is.",
			Proof: tableTested + "fitness.TestHeatAndWind",
		},
	}
}
