package glossary

import (
	"lapkeep/internal/metrics/efforts"
)

const structureTested = "generated sessions whose structure is known, with noise, 60 of each of 16 kinds"

func intervalEntries() []Entry {
	return []Entry{
		{
			Key: "intervals", Title: "Intervals",
			Formula: "change points of the basis (bins of 5 s merged from the bottom up while the squared error that a merge adds is below " +
				"5σ²·ln n, σ from the middle difference of neighbouring bins; each bound then moved to the second that fits " +
				"best); levels parted in two " +
				"where the variance between them is largest; work is what lies above 42 % of the way from easy to hard; a line " +
				"instead of steps makes a ramp, parts in turn make over-unders",
			Needs:  "five minutes of power, of speed on foot or on water, of heart rate, or the lengths of a pool swim, over 80 % of the time",
			Inputs: "power (riding, rowing), speed (running), heart rate where neither was recorded; laps; lengths of a pool", Unit: "intervals",
			Source: "change point detection after Killick et al. 2012 (the cost and its penalty) and Otsu 1979 (the " +
				"border); the thresholds are ours",
			Limits: "Work has to be 1.22 times as hard as the rest (speed 1.15, heart rate 1.10), and intervals have to " +
				"explain 84 % of the variance of 10 s means, " +
				"50 % where they are sets: a ride by the terrain has none. Heart rate alone tells of sets of a minute or more, within about 10 s. " +
				"The foot of a ramp test is told to half a minute unless a lap marks it.",
			Differs: "GoldenCheetah looks for efforts near a critical power, Intervals.icu for stretches of like power; " +
				"both find intervals on most rides.",
			Proof: structureTested +
				": the count right and every bound within 3 s in 95 % or more of each kind; never a set on a steady ride: " +
				"efforts.TestGeneratedSessions", Version: efforts.Version,
		},
		{
			Key: "interval_sets", Title: "Sets",
			Formula: "consecutive intervals within 13 % of duration (or 4 % of distance), 17 % of level and 40 % of rest; " +
				"like sets are blocks of one; " +
				"unlike intervals with like rests are a ladder, with unlike ones a fartlek",
			Needs: "intervals", Inputs: "intervals and the rests between them", Unit: "sets",
			Source: "how coaches write sessions", Version: efforts.Version,
			Limits:  "Durations in names are those that were most likely meant: multiples of 15 s or 5 s where the recording is close to one.",
			Differs: "Services list intervals and do not name sets.",
			Proof:   structureTested + ": nine names of ten or more are those that the generator wrote: efforts.TestGeneratedNames",
		},
		{
			Key: "done_pct", Title: "How much of a planned step was done",
			Formula: "the steps of work of the paired workout, repeats written out, and the intervals in their order, " +
				"aligned so that the sum of |ln(done/planned)| of duration or distance " +
				"and of 3 · ln of the ratio by which the mean lies beyond the target is least, a step or an interval left " +
				"alone costing 0.6; done_pct is the interval's share of the step; " +
				"a mean within 3 % of a bound is on target. Work is what the workout calls so; of steps without a purpose, " +
				"those above the level that parts their targets best",
			Needs: "a workout with steps (of the calendar as a service read its text, or recorded by the device), " +
				"intervals, and the threshold that a relative target is of",
			Inputs: "intervals, steps, the thresholds and zones of that day", Unit: "%",
			Source: "alignment after Needleman and Wunsch 1970; the costs are ours", Version: efforts.PlannedVersion,
			Limits: "Which activity a plan is of is decided by planned_pairing. Of like steps the later ones are those that " +
				"were not done. A target of heart rate is held against the mean, " +
				"which follows late. A workout of one level has no intervals, so nothing is told of it.",
			Differs: "Services colour the whole workout by how much was done; Garmin scores the time within the range.",
			Proof: "generated sessions whose structure is known, with noise, 30 of each of 3 kinds, as planned and with " +
				"one interval left out, cut short or put in: 95 % or more told right: efforts.TestSessionsThatDifferFromTheirPlan",
		},
		{
			Key: "rest_s", Title: "Rest between intervals", Formula: "from the end of one interval to the start of the next; of a set the median",
			Needs: "two intervals or more", Inputs: "intervals", Unit: "s", Source: "definition", Version: efforts.Version,
			Limits: "Pauses of the timer count.", Proof: "see intervals",
		},
		{
			Key: "percent_of_threshold", Title: "Interval in percent of the threshold",
			Formula: "100 · mean of the interval / threshold of that day: FTP for power, threshold speed for pace, LTHR for heart rate",
			Needs:   "intervals and the threshold of the sport", Inputs: "intervals, dated thresholds", Unit: "%", Source: "definition",
			Version: efforts.Version,
			Limits: "A pace is compared as a speed: 105 % is faster than threshold. Under a minute the mean has the time " +
				"of getting up to power in it.",
			Proof: tableTested + "activity.TestIntervalsByTheThresholdsOfTheDay",
		},
		{
			Key: "zone", Title: "Zone of an interval", Formula: "the zone that its mean lies in, by the zones of that day",
			Needs:  "intervals and zones",
			Inputs: "intervals, dated zones", Unit: "1 to 7", Source: "see power_zones, hr_zones and pace_zones", Version: efforts.Version,
			Limits: "One zone for the whole interval.", Proof: tableTested + "activity.TestIntervalsByTheThresholdsOfTheDay",
		},
	}
}
