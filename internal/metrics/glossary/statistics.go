package glossary

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
