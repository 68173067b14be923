package page

import (
	"errors"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// spoken returns the tools' sentences that name a tool as the next step, each
// with the page's wording, which names the place on the pages that does the
// same.
func (p *Page) spoken() map[string]i18n.Sentence { return spokenSentences() }

var spokenSentences = sync.OnceValue(func() map[string]i18n.Sentence {
	out := map[string]i18n.Sentence{}
	for _, x := range [][2]i18n.Sentence{
		{
			"No service is connected; connect_source connects one.",
			"No service is connected. Open Start to connect one.",
		},
		{
			"hr",
			"heart rate",
		},
		{
			"no FTP is set for this sport; set ftp_w with update_athlete_settings",
			"no FTP is set for this sport; set it under Settings",
		},
		{
			"critical power and W′ are not both set for this sport; set critical_power_w and w_prime_j with " +
				"update_athlete_settings",
			"critical power and W′ are not both set for this sport; set them under Settings",
		},
		{
			"no threshold heart rate is set; set lthr_bpm with update_athlete_settings",
			"no threshold heart rate is set; set it under Settings",
		},
		{
			"no maximum heart rate is set; set max_hr_bpm with update_athlete_settings",
			"no maximum heart rate is set; set it under Settings",
		},
		{
			"no threshold is set for this sport; set one with update_athlete_settings",
			"no threshold is set for this sport; set one under Settings",
		},
		{
			"no weight is set; set weight_kg with update_athlete_settings",
			"no weight is set; set it under Settings",
		},
		{
			"not set; set it with update_athlete_settings",
			"not set; set it under Settings",
		},
		{
			"none is set; estimate_thresholds suggests values, update_athlete_settings sets them",
			"none is set; see suggested values under Start, or set them under Settings",
		},
		{
			"nothing is set; save_sport_settings sets it, estimate_thresholds suggests values",
			"nothing is set; see suggested values under Start, or set them under Settings",
		},
		{
			"max_hr_bpm and resting_hr_bpm are not both set; set them with update_athlete_settings",
			"maximum and resting heart rate are not both set; set them under Settings",
		},
		{
			"no power or heart rate that can be assigned to zones; set ftp_w or lthr_bpm with update_athlete_settings",
			"no power or heart rate that can be assigned to zones; set FTP or threshold heart rate under Settings",
		},
		{
			"no power or heart rate with zones of three, five or more; set ftp_w or lthr_bpm with " +
				"update_athlete_settings",
			"no power or heart rate with zones of three, five or more; set FTP or threshold heart rate under " +
				"Settings",
		},
		{
			"%s is set for all sports and was not changed; change it with update_athlete_settings.",
			"%s is set for all sports and was not changed; change it under Settings.",
		},
		{
			"%s. Set thresholds with update_athlete_settings",
			"%s. Set thresholds under Settings",
		},
		{
			"update_athlete_settings; estimate_thresholds suggests values",
			"Settings; see suggested values under Start",
		},
		{
			"Create one with save_training_plan or lapkeep plan new.",
			"Ask your assistant to create one, or run: lapkeep plan new",
		},
		{
			"there is no training plan; create one with save_training_plan or lapkeep plan new",
			"there is no training plan; ask your assistant for one, or run lapkeep plan new",
		},
		{
			"no load is planned in the calendar for these days; pass planned, assumed_daily_load or target_ctl",
			"no load is planned in the calendar for these days",
		},
		{
			"no load is planned until %s; pass assumed_daily_load to analyze_training_load",
			"no load is planned until %s",
		},
		{
			"it has no load and no duration with an intensity_factor",
			"it has no load, and no duration with an intensity",
		},
		{
			"it has no load and no duration with an intensity_factor; set one with update_event",
			"it has no load, and no duration with an intensity; open Edit to set one",
		},
		{
			"it has no load and no duration with an intensity_factor, and none can be computed from its steps: %s",
			"it has no load, and no duration with an intensity, and none can be computed from its steps: %s",
		},
		{
			"%s without a load or a duration with an intensity_factor; set one with update_event",
			"%s without a load, or a duration with an intensity; set one in the calendar",
		},
		{
			"no steps could be read from its text; check_workout shows what is wrong",
			"no steps could be read from its text",
		},
		{
			"no activity of its sport on its day, or of similar length on another day of its week; to link one, use update_event with " +
				"done_by",
			"no activity of its sport on its day, or of similar length on another day of its week; choose one on its page",
		},
		{
			"no carbohydrate intake was entered; set carbs_g with update_activity",
			"no carbohydrate intake was entered; open Edit to add it",
		},
		{
			"no fluid intake was entered; set fluid_ml with update_activity",
			"no fluid intake was entered; open Edit to add it",
		},
		{
			"there are no notes; get_activity_notes can also fetch comments from services, add_activity_note writes one",
			"there are no notes; write one below",
		},
		{
			"there are no notes; add_activity_note writes one",
			"there are no notes yet; write one below",
		},
		{
			"it crossed none of your own segments; save_segment creates one",
			"it crossed none of your own segments",
		},
		{
			"none of your own segments was ridden in these days; save_segment creates one",
			"none of your own segments was ridden in these days",
		},
		{
			"the mounting date is unknown; set since with save_gear",
			"the mounting date is unknown",
		},
		{
			"There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.",
			"There are no activities yet. Import recordings under Sources.",
		},
		{
			"Import recordings first (lapkeep import PATH, or import_files), then ask again.",
			"Import recordings under Sources first.",
		},
		{
			"There are only %s of history, and fitness (CTL) needs %d days to settle; until then fitness is too low and form " +
				"too negative. Import older recordings (lapkeep import PATH, or import_files), connect a service that has " +
				"them, or state the fitness of a day (ctl of update_athlete_settings).",
			"There are only %s of history, and fitness (CTL) needs %d days to settle; until then fitness is too low and form " +
				"too negative. Import older recordings under Sources, or connect a service that has them.",
		},
		{
			"Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness.",
			"Import a Garmin or Apple Health export, connect a service, or enter values below.",
		},
		{
			"Nothing matches. Widen the date range, remove a filter, or call get_status to see which days and sports have data.",
			"Nothing matches. Widen the date range, or remove a filter.",
		},
		{
			"Widen the date range, leave the sport out, or call get_status to see which days and sports have data.",
			"Widen the date range, or choose all sports.",
		},
		{
			"There is nothing to show. Widen the date range, choose another sport, or call get_status to see which data exists.",
			"There is nothing to show. Widen the date range, or choose another sport.",
		},
		{
			"Record a hard effort, pass race_distance_m and race_time_s, ask for more days, or call get_status to see which data exists.",
			"Record a hard effort, or choose a longer period.",
		},
		{
			"Record some with a power meter, ask for more days, or call get_status to see which data exists.",
			"Record some with a power meter, or choose a longer period.",
		},
		{
			"For more, pass next_cursor as cursor, or narrow by dates, sport or text.",
			"To see more, narrow by dates, sport or text.",
		},
		{
			"Set sex with update_athlete_settings.",
			"Sex is not set; your assistant can set it.",
		},
		{
			"Set resting_hr_bpm and max_hr_bpm with update_athlete_settings.",
			"Set resting and maximum heart rate under Settings.",
		},
		{
			"It is based on the efforts of critical_power_w.",
			"It is based on the same efforts as critical power.",
		},
		{
			"%s without a load; see load_coverage for the reasons.",
			"%s without a load.",
		},
		{
			"list_activities shows your activities.",
			"Open Activities to see your activities.",
		},
		{
			"list_activities shows the ids.",
			"Open Activities to see your activities.",
		},
		{
			"list_activities has the ids.",
			"Open Activities to see your activities.",
		},
		{
			"list_events shows the ids.",
			"Open the calendar to see its entries.",
		},
		{
			"list_events shows what is planned.",
			"Open the calendar to see what is planned.",
		},
		{
			"list_workouts and list_events show the ids.",
			"Open the calendar to see what is planned.",
		},
		{
			"get_training_plan shows the ids.",
			"Open Plan to see its sessions.",
		},
		{
			"list_goals shows your goals.",
			"Open Today to see your goals.",
		},
	} {
		out[string(x[0])] = x[1]
	}
	return out
})

// Speak makes all sentences of the page, including those of tools, suit a
// reader: days are formatted, settings and numbers have their labels, and a
// place on the pages replaces the name of a tool.
func (p *Page) Speak() {
	say := p.Call.Said
	p.english = say == nil
	if p.english {
		say = i18n.InEnglish
	}
	p.labelled = sync.OnceValue((&Page{Call: &tools.Call{Said: say, Language: p.Call.Language}}).labelsAll)
	p.Call.Said = func(format string, args ...any) string { return p.speak(say, format, args) }
}

func (p *Page) speak(say func(string, ...any) string, format string, args []any) string {
	if of, ok := p.spoken()[format]; ok {
		return say(string(of), p.operands(args)...)
	}
	if format == "%w" && len(args) == 1 { // a sentence without operands: its text is no format
		if err, ok := args[0].(error); ok {
			if of, there := p.spoken()[err.Error()]; there {
				return say(string(of))
			}
			if word := p.word(err.Error()); word != err.Error() {
				return word
			}
		}
		return say(format, args...)
	}
	return say(format, p.operands(args)...)
}

func (p *Page) operands(args []any) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		out[i] = p.operand(arg)
	}
	return out
}

func (p *Page) operand(arg any) any {
	switch x := arg.(type) {
	case i18n.Number, i18n.Quantity:
		return x
	case string:
		return p.word(x)
	case training.Day:
		return p.Day(x.String())
	case i18n.Sentential:
		return x.Sentence().Say(p.Say)
	case error:
		if s, ok := x.(i18n.Sayer); ok {
			return errors.New(s.Say(p.Say)) // %w takes nothing else
		}
	case i18n.Sayer:
		return x.Say(p.Say)
	}
	return arg
}

// word translates a name in an answer: a day, a number or setting, or a sport.
func (p *Page) word(text string) string {
	if _, err := training.ParseDay(text); err == nil && len(text) == len("2006-01-02") {
		return p.Day(text)
	}
	if text == "" || strings.ContainsAny(text, " .") || strings.ToLower(text) != text {
		return text
	}
	if _, labelled := p.labelsAll()[text]; strings.Contains(text, "_") {
		if _, explained := glossary.Find(text); labelled || explained {
			return p.Label(text)
		}
	}
	if !p.english && isSport(text) {
		return p.Sport(text)
	}
	return text
}

func isSport(text string) bool {
	_, ok := training.ParseSport(text)
	return ok
}
