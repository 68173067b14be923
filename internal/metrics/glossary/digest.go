package glossary

// digestVersion is the version of the rules of package answers/digest.
const digestVersion = 1

// digestEntries are those of an activity in one line.
func digestEntries() []Entry {
	return []Entry{
		{
			Key: "digest", Title: "Digest",
			Formula: "warm-up | sets with size, level, mean heart rate of the first and the last interval, median rest | cool-down | climb [tag]; " +
				"without work in intervals distance or time, pace or power, mean heart rate",
			Needs:  "nothing; what is not known is left out",
			Inputs: "intervals, else laps that stand out from the others by 1.2 and repeat; the words of the athlete", Unit: "a line",
			Source: "how coaches note sessions", Version: digestVersion,
			Limits: "The athlete's distance and repeats count over those of a treadmill; elsewhere they count where nothing was found, or " +
				"what was found is of another number and no laps mark it. A run that climbs 1.2 % of its way has no ladder and no fartlek of " +
				"the hills.",
			Differs: "Others have a model write it of every run, or name the planned workout.",
			Proof: "the plan of the demo athlete over two years (demo.TestDigestsTellWhatWasPlanned); device laps of real recordings " +
				"(digest.TestDigestsAgreeWithDeviceLaps); " + tableTested + "digest.TestLine",
		},
		{
			Key: "digest_tag", Title: "Tag of a digest",
			Formula: "the first that holds: race, marked; workout, 4 min of intervals or more at 85 % of FTP, 92 % of threshold speed or LTHR, 95 " +
				"% of threshold speed in water, or the whole at 88, 92, 94 and 97 %; progression, thirds of a run each faster by 1 % and by 6 % in " +
				"all, on the flat; long, 1.35 times the median duration of the sport in the 90 days before; shakeout, up to 40 min before a race " +
				"of the same or the next day; recovery, up to 60 % of FTP, 74 % of threshold speed (80 % in water) or 76 % of LTHR, " +
				"without sets and no longer than the median; else easy. A workout or progression that is long is long-workout",
			Needs:  "a threshold of the day, or perceived exertion (recovery to 2, workout from 7); long needs none",
			Inputs: "intervals, normalized power, graded speed, mean heart rate, dated thresholds, durations, races", Unit: "a word",
			Source: "zones of Coggan and Friel; the rest is ours", Version: digestVersion,
			Limits: "Long has a least of 60 min (run), 90 (ride, walk), 45 (swim), 75 (skis, skates, boats), and with fewer than 5 activities in " +
				"90 days is 90, 180, 75 and 120 min. Without a threshold three like repeats, or two of 5 min, are a workout. Nothing is said where " +
				"nothing is known.",
			Differs: "Others ask a model.",
			Proof:   tableTested + "digest.TestLine",
		},
	}
}
