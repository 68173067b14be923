package mcp

import "slices"

func period(fallback string) Argument {
	return Argument{
		Name: "period", Description: "Which days: last 4 weeks, this month, 2026-05.", Kind: Period, Fallback: fallback,
	}
}

func sport() Argument {
	return Argument{
		Name: "sport", Description: "One sport: cycling, running, swimming; all if left out.", Kind: Sport, Fallback: "all sports",
	}
}

// AllPrompts lists the prompts in the order in which they are shown.
func AllPrompts() []Prompt { return slices.Concat(looking(), planning(), promptsWriting()) }

// looking are the prompts about what happened.
func looking() []Prompt {
	return []Prompt{
		{
			Name: "analyze_recent_training", Title: "Analyze recent training",
			Description: "What the athlete did lately, how load and form moved, and what stands out.",
			Needs:       []string{"get_training_summary", "analyze_training_load", "list_activities"},
			Arguments:   []Argument{period("last 4 weeks"), sport()},
			text: "Analyze my training in {period}, {sport}.\n" +
				"1. get_training_summary for the totals, against the period before.\n" +
				"2. analyze_training_load for fitness, fatigue, form and ramp.\n" +
				"3. list_activities for the key sessions; get_activity for the two that matter most.\n" +
				"Tell me what went well, what stands out, and one thing to change. Cite dates and numbers, " +
				"say which values are estimates, and name what is missing instead of guessing.",
			also: []step{
				{[]string{"list_events"}, "Where something was planned, list_events of the same days says how much of it was done.", ""},
				{[]string{"get_wellness"}, "Set sleep, HRV and resting heart rate beside the load: get_wellness of the same days.", ""},
			},
		},
		{
			Name: "performance_analysis", Title: "Performance analysis",
			Description: "How performance developed: best efforts over durations, thresholds, and where the limits are.",
			Needs:       []string{"get_curves", "estimate_thresholds"},
			Arguments: []Argument{period("last 90 days"), sport(), {
				Name: "metric", Description: "Which curve: power, hr, or distance for times and paces; what the sport has if left out.",
				Fallback: "the curve that the sport has", Values: []string{"power", "hr", "distance"},
			}},
			text: "Assess my performance in {period}, {sport}, by {metric}.\n" +
				"1. get_curves for the best efforts in that period and in the one before.\n" +
				"2. estimate_thresholds, and compare with the thresholds in get_athlete_profile.\n" +
				"Tell me where I improved or lost, over which durations, and how sure the estimates are. " +
				"An estimated threshold is a proposal: say which test would confirm it.",
		},
		{
			Name: "activity_deep_dive", Title: "Activity deep dive",
			Description: "One activity in detail: pacing, zones, laps, drift and what the data cannot say.",
			Needs:       []string{"get_activity"},
			Arguments: []Argument{{
				Name: "activity_id", Description: "The activity's id, as list_activities gives it.", Kind: Activity,
			}},
			text: "Explain activity {activity_id} to me.\n" +
				"1. get_activity with the sections summary, laps, zones, best_efforts and device.\n" +
				"2. Where pacing or drift matters, get_activity_streams at 30s resolution.\n" +
				"Tell me how it was paced, how hard it was for me, how heart rate and power or pace held together, " +
				"and how it compares with similar ones. Name what the recording does not contain.",
			also: []step{
				{[]string{"list_events"}, "list_events of its day says whether it was planned, and how much of the plan was done.", ""},
			},
		},
		{
			Name: "recovery_check", Title: "Recovery check",
			Description: "Whether the athlete is fresh or tired today, from load and recent sessions.",
			Needs:       []string{"analyze_training_load", "list_activities"},
			text: "Am I recovered today?\n" +
				"1. analyze_training_load for today's fitness, fatigue, form and ramp.\n" +
				"2. list_activities of the last 7 days for how hard they were.\n" +
				"Give me a short verdict with the numbers behind it, what would change it, and what to do today. " +
				"Load is not how I feel: ask me how I am before you advise.",
			also: []step{{
				[]string{"get_wellness"},
				"get_wellness has sleep, HRV and resting heart rate against their usual bands, and readiness with its rule. " +
					"A gap there is a gap: do not fill it.",
				"Sleep, HRV, soreness and mood are not to be had here: ask me for them.",
			}},
		},
	}
}
