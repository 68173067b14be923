package glossary

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
)

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
			Key: "rank_by_duration", Title: "Rank on a way", Formula: "1 and how many activities that went the same way round took less timer time",
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
