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
			"No service is connected; connect_source tells how.",
			"No service is connected. Start tells how to connect one.",
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
			"no highest heart rate is set; set it under Settings",
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
			"none is set; estimate_thresholds suggests some, update_athlete_settings sets them",
			"none is set; Start suggests some, Settings sets them",
		},
		{
			"nothing is set; save_sport_settings sets it, estimate_thresholds suggests",
			"nothing is set; Start suggests values, Settings sets them",
		},
		{
			"max_hr_bpm and resting_hr_bpm are not both set; set them with update_athlete_settings",
			"highest and resting heart rate are not both set; set them under Settings",
		},
		{
			"no power or heart rate with zones for it; set ftp_w or lthr_bpm with update_athlete_settings",
			"no power or heart rate with zones for it; set FTP or threshold heart rate under Settings",
		},
		{
			"no power or heart rate with zones of three, five or more; set ftp_w or lthr_bpm with " +
				"update_athlete_settings",
			"no power or heart rate with zones of three, five or more; set FTP or threshold heart rate under " +
				"Settings",
		},
		{
			"%s is set for all sports and stays as it is; update_athlete_settings changes it.",
			"%s is set for all sports and stays as it is; Settings changes it.",
		},
		{
			"%s. update_athlete_settings sets thresholds",
			"%s. Settings sets thresholds",
		},
		{
			"update_athlete_settings; estimate_thresholds suggests values",
			"Settings; Start suggests values",
		},
		{
			"Make one with save_training_plan or lapkeep plan new.",
			"Have your assistant make one, or run: lapkeep plan new",
		},
		{
			"there is no training plan; save_training_plan or lapkeep plan new makes one",
			"there is no training plan; an assistant or lapkeep plan new makes one",
		},
		{
			"no load is planned in the calendar for these days; pass planned or assumed_daily_load",
			"no load is planned in the calendar for these days",
		},
		{
			"no load is planned up to %s; analyze_training_load takes assumed_daily_load",
			"no load is planned up to %s",
		},
		{
			"it states no load and no duration with an intensity_factor",
			"it states no load, and no duration with an intensity",
		},
		{
			"it states no load and no duration with an intensity_factor; set one with update_event",
			"it states no load, and no duration with an intensity; write one under Change it",
		},
		{
			"it states no load and no duration with an intensity_factor, and none follows from its steps: %s",
			"it states no load, and no duration with an intensity, and none follows from its steps: %s",
		},
		{
			"%d planned sessions state no load and no duration with an intensity_factor; set one with " +
				"update_event",
			"%d planned sessions state no load, and no duration with an intensity; write one in the calendar",
		},
		{
			"its text has no steps that can be read; check_workout says what is wrong with it",
			"its text has no steps that can be read",
		},
		{
			"no activity of its sport on its day, or of about its length on another day of its week; update_event " +
				"with done_by pairs one",
			"no activity of its sport on its day, or of about its length on another day of its week; choose one " +
				"on its page",
		},
		{
			"nobody said what was eaten; update_activity takes carbs_g",
			"nobody said what was eaten; write it under Change it",
		},
		{
			"nobody said what was drunk; update_activity takes fluid_ml",
			"nobody said what was drunk; write it under Change it",
		},
		{
			"no note is kept here; get_activity_notes also asks services for messages, add_activity_note writes " +
				"one",
			"no note is kept here; write one below",
		},
		{
			"nobody has written a note; add_activity_note writes one",
			"nobody has written a note; write one below",
		},
		{
			"it went over no own segment; save_segment makes one",
			"it went over no own segment",
		},
		{
			"no own segment was ridden in these days; save_segment makes one",
			"no own segment was ridden in these days",
		},
		{
			"the day it was mounted is not known; set since with save_gear",
			"the day it was mounted is not known",
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
			"There are %s of history and fitness (CTL) takes %d to settle: until then it reads too low and form " +
				"too negative. Import older recordings (lapkeep import PATH, or import_files), connect a service that has " +
				"them, or state the fitness of a day (ctl of update_athlete_settings).",
			"There are %s of history and fitness (CTL) takes %d to settle: until then it reads too low and form " +
				"too negative. Import older recordings under Sources, or connect a service that has them.",
		},
		{
			"Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness.",
			"Import a Garmin or Apple Health export, connect a service, or enter values below.",
		},
		{
			"Nothing matches. Widen the dates, drop a filter, or call get_status to see which days and sports " +
				"there are.",
			"Nothing matches. Widen the dates, or drop a filter.",
		},
		{
			"Widen the range, drop the sport, or call get_status to see which days and sports there are.",
			"Widen the range, or drop the sport.",
		},
		{
			"There is nothing to show. Widen the range, name another sport, or call get_status to see what there " +
				"is.",
			"There is nothing to show. Widen the range, or choose another sport.",
		},
		{
			"Record a hard effort, give race_distance_m and race_time_s, ask for more days, or call get_status to " +
				"see what there is.",
			"Record a hard effort, or ask for more days.",
		},
		{
			"Record some with a power meter, ask for more days, or call get_status to see what there is.",
			"Record some with a power meter, or ask for more days.",
		},
		{
			"Pass next_cursor as cursor for more, or narrow by dates, sport or text.",
			"Narrow by dates, sport or text for more.",
		},
		{
			"Set sex with update_athlete_settings.",
			"Sex is not set; your assistant can set it.",
		},
		{
			"Set resting_hr_bpm and max_hr_bpm with update_athlete_settings.",
			"Set resting and highest heart rate under Settings.",
		},
		{
			"It rests on the efforts of critical_power_w.",
			"It rests on the efforts of critical power.",
		},
		{
			"%s without a load; load_coverage says why.",
			"%s without a load.",
		},
		{
			"list_activities shows what there is.",
			"The page Activities shows what there is.",
		},
		{
			"list_activities shows the ids there are.",
			"The page Activities shows what there is.",
		},
		{
			"list_activities has the ids.",
			"The page Activities shows what there is.",
		},
		{
			"list_events shows the ids.",
			"The calendar shows what there is.",
		},
		{
			"list_events shows what is planned.",
			"The calendar shows what is planned.",
		},
		{
			"list_workouts and list_events show what there is.",
			"The calendar shows what is planned.",
		},
		{
			"get_training_plan shows the ids.",
			"The page Plan shows what there is.",
		},
		{
			"list_goals shows what there is.",
			"The page Today shows the goals.",
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
