package calendar

import "lapkeep/internal/i18n"

// The topics that list_events explains.
const (
	helpCategories = "categories"
	helpSyntax     = "syntax"
)

func helpTopics() []string { return []string{helpCategories, helpSyntax} }

// help gives the text on a topic.
func help(topic string) i18n.Sentence {
	if topic == helpSyntax {
		return syntaxHelp
	}
	return categoryHelp
}

const categoryHelp = `Categories of events, and what each takes beside date, name and description:
workout: sport; duration_s, distance_km, load or intensity_factor; in more target (power, hr or pace), carbs_g_per_h and fluid_ml_per_h (to eat and drink). Paired with the activity that does it.
race_a, race_b, race_c: a race by importance; needs a sport; may have duration_s, distance_km, load; in more carbs_g_per_h, fluid_ml_per_h.
note: words for a day, or for days up to end_date.
target: what a day, or with the flag for_week a week, asks for: in more load_target, time_target_s, distance_target_km.
plan: a phase of the year (base, build, taper) up to end_date.
season_start: the first day of a season.
holiday, sick, injured: time off up to end_date; in more training_availability (normal, limited or unavailable), max_training_time_s.
set_eftp: an FTP from a day on at a service: in more ftp_w. Lapkeep's own FTP is set with update_athlete_settings.
set_fitness: fitness and fatigue of a day at a service: in more ctl, atl.
fitness_days: their time constants at a service: in more ctl_days, atl_days.
more also takes color, sub_sport and work_kj. Flags: for_week, indoor, show_as_note, show_on_ctl_line, not_on_fitness_chart, hide_from_athlete, athlete_cannot_edit; a list of them replaces what was set.
update_event: done_by pairs with an activity, or with none; clear takes own words back, so that a service's show again.
Load of a workout is what it states, else hours x intensity_factor^2 x 100. An event of today counts as past.`

const syntaxHelp = `The description of a workout is its text, a step a line, in the language that Intervals.icu reads:
Warmup
- 15m 55-65% 85-95rpm
Main set 4x
- 8m 95-100%
- 4m 55%

Cooldown
- 10m ramp 60-45%

A step begins with "-", then an optional cue, a duration (1h 10m 90s, 1h2m30s) or a distance (500mtr, 2km, 1mi; m is minutes), a target, a cadence.
Power: 75%, 95-105% (of FTP), 220w, 200-240w, Z2, Z3-Z4. Heart rate: 75-80% HR (of maximum), 90-95% LTHR, Z2 HR.
Pace: 78-82% Pace (of threshold), Z2 Pace, 5:00/km Pace, 1:45/100m Pace; the word Pace is needed.
ramp before a range climbs through it; freeride and maxeffort have no target.
Repeats: "4x", alone or at the end of a heading, right above their steps, with an empty line before and after; they do not nest.

Instead of a text, steps can be given as a list: [{"kind": "warmup", "duration_s": 600, "power": "50-65%", "ramp": true},
{"repeat": 4, "steps": [{"duration_s": 480, "power": "95-100%", "cadence": "90-95rpm"}, {"duration_s": 240, "power": "55%"}]},
{"until_lap": true, "kind": "cooldown"}]. A step is as long as one of duration_s, distance_m, calories_kcal or until_lap says.
Targets are power, hr, pace, speed, rpe and cadence, as texts in the units above ("5:00-5:10/km", "90-95% LTHR", "6-7" of 10); the first leads.
Also kind (warmup, work, rest, cooldown), text, section, free, max_effort, rest_s, cues [{"at_s": 60, "text": "…"}]; in strength sets, reps, weight_kg, percent_1rm.
description is then the words beside the steps. Duration and load follow from the steps and the thresholds of the day, unless they are stated.`
