package glossary

import "lapkeep/internal/metrics/route"

const climbNeeds = "altitude and distance, in a sport on wheels, feet or cross-country skis"

func climbEntries() []Entry {
	return []Entry{
		{
			Key: "climbs", Title: "Climbs", Inputs: "altitude smoothed over 5 s, distance", Unit: "as each metric", Needs: climbNeeds,
			Formula: "legs of altitude − 2 % · distance: from a low, once it rose 10 m, to the high before it falls by 10 m " +
				"or a fifth of the rise; " +
				"kept from 500 m of length and max(60 − 10·km, 20) m a kilometre",
			Source: "our rule; the least steepness is GoldenCheetah's", Version: route.ClimbsVersion,
			Limits:  "A rise gentler than 2 % on average is none; the foot of a climb out of a gentle valley is a matter of taste.",
			Differs: "Strava asks length · grade above 8000 at 3 %, Garmin 3500 at 3 %; both cut differently at dips.",
			Proof:   "roads of known shape: route.TestClimbsOfKnownRoads; " + slowTested + "route.TestClimbsAgreeWithTheReference",
		},
		{
			Key: "vam_m_per_h", Title: "Climbing speed (VAM)", Formula: "gain / time · 3600", Inputs: "a climb, timer time",
			Unit: "m/h", Needs: climbNeeds,
			Source: "Ferrari", Version: route.ClimbsVersion, Limits: "Pauses are not in the time.",
			Proof: tableTested + "route.TestWhatIsSaidOfAClimb",
		},
		{
			Key: "fiets", Title: "FIETS index of a climb", Formula: "gain² / (10 · length) + max(0, (top − 1000) / 1000), m",
			Inputs: "a climb", Unit: "1", Needs: climbNeeds,
			Source: "the magazine Fiets", Version: route.ClimbsVersion, Limits: "It knows no wind and no road.",
			Differs: "Runalyze bounds what the height adds.", Proof: tableTested + "route.TestWhatIsSaidOfAClimb",
		},
		{
			Key: "category", Title: "Category of a climb",
			Formula: "length [m] · grade [%] above 80000 HC, 64000 1, 32000 2, 16000 3, 8000 4, from 3 %", Inputs: "a climb",
			Unit: "HC, 1 to 4", Needs: climbNeeds, Source: "Strava's help page, as of 2025", Version: route.ClimbsVersion,
			Limits:  "None under 3 % or 8000. Races categorise by where in the stage it lies, too.",
			Differs: "An older page of Strava's has 48000 for 1 and 64000 for HC.", Proof: vectorTested + "route.TestCategoryVectors",
		},
	}
}
