package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// question is a way to ask a tool, measured separately.
type question struct {
	name string // of the row
	tool string
	// ask returns the ith arguments.
	ask func(i int) map[string]any
	// usual marks a question in the mix of many clients.
	usual bool
	// ofCurves marks a question that keeps every curve in memory.
	ofCurves bool
}

type args = map[string]any

// oneOf returns a function that returns the arguments in turn.
func oneOf(all ...args) func(int) args {
	return func(i int) args { return all[i%len(all)] }
}

// asked returns questions for every read tool, some in several ways, with
// curves last.
func (b *run) asked() []question {
	return append(append(b.ofSettings(), b.ofActivities()...), append(b.ofFitness(), b.ofCurves()...)...)
}

func (b *run) back(days int) string { return (b.home.today - training.Day(days)).String() }

// span returns a range of days that ended ago days ago.
func (b *run) span(ago, days int) args { return args{"from": b.back(ago + days), "to": b.back(ago)} }

func (b *run) id(i int) training.ActivityID { return b.home.ids[i%len(b.home.ids)] }

func (b *run) ofSettings() []question {
	return []question{
		{name: "get_status", tool: "get_status", ask: oneOf(args{}), usual: true},
		{name: "use_toolset", tool: "use_toolset", ask: oneOf(args{"toolset": "routes"})},
		{name: "get_athlete_profile", tool: "get_athlete_profile", ask: oneOf(args{}), usual: true},
		{name: "get_sport_settings", tool: "get_sport_settings", ask: oneOf(args{}, args{"history": true}, args{"sport": "run"})},
		{name: "get_wellness", tool: "get_wellness", ask: func(i int) args { return args{"range": b.span(20*i, 90)} }, usual: true},
		{
			name: "get_wellness, years by month", tool: "get_wellness",
			ask: func(i int) args { return args{"range": b.span(10*i, 5*daysPerYear), "resolution": "month"} },
		},
		{
			name: "list_events", tool: "list_events",
			ask: oneOf(args{}, args{"view": "upcoming"}, args{"view": "annual"}, args{"range": b.span(0, 60)}), usual: true,
		},
		{
			name: "get_event", tool: "get_event",
			ask: func(i int) args { return args{"id": b.home.nearEvent(b.home.today + plannedAhead - training.Day(2*i))} },
		},
		{name: "list_gear", tool: "list_gear", ask: oneOf(args{}, args{"kind": "bike"}, args{"id": gearID(0)})},
		{name: "list_routes", tool: "list_routes", ask: oneOf(args{}, args{"min_distance_km": 40}, args{"text": "loop"})},
		{name: "get_route", tool: "get_route", ask: func(i int) args { return args{"id": routeID(i)} }},
		{name: "export_route", tool: "export_route", ask: func(i int) args { return args{"id": routeID(i)} }},
		{
			name: "list_segments", tool: "list_segments",
			ask: oneOf(args{}, args{"kind": "own", "cursor": "here:40"}, args{"kind": "starred"}, args{"text": "wall 7"}),
		},
		{name: "list_segments, what is ridden", tool: "list_segments", ask: oneOf(args{"kind": "climbs"}, args{"kind": "proposed"})},
		{name: "get_segment", tool: "get_segment", ask: func(i int) args { return args{"id": segmentID(i)} }},
		{name: "get_segment, by name", tool: "get_segment", ask: func(i int) args { return args{"id": segmentName(i)} }},
		{name: "get_segment_ranking", tool: "get_segment_ranking", ask: func(i int) args {
			return args{"id": segmentID(i), "period": []string{"overall", "year"}[i%2]}
		}},
		{
			name: "get_pending_digests", tool: "get_pending_digests",
			ask: func(i int) args { return args{"range": b.span(20*i, 90)} },
		},
		{name: "get_body_map", tool: "get_body_map", ask: oneOf(args{}, args{"range": b.span(0, 60)}, args{"regions": true})},
		{name: "get_persona", tool: "get_persona", ask: oneOf(args{}, args{"name": "compass"})},
		{name: "get_onboarding_questions", tool: "get_onboarding_questions", ask: oneOf(args{})},
		{name: "get_session_logs", tool: "get_session_logs", ask: oneOf(args{}, args{"limit": 0})},
		{name: "get_coach_context", tool: "get_coach_context", ask: oneOf(args{}, args{"max_tokens": 8000}, args{"parts": []string{"plan"}})},
		{name: "get_training_plan", tool: "get_training_plan", ask: oneOf(args{}, args{"weeks": "all"}, args{"part": "text"})},
		{name: "list_training_plans", tool: "list_training_plans", ask: oneOf(args{})},
		{name: "check_training_plan", tool: "check_training_plan", ask: oneOf(args{}, args{"weeks": "4-9"})},
		{name: "list_goals", tool: "list_goals", ask: oneOf(args{})},
		{name: "list_custom_items", tool: "list_custom_items", ask: oneOf(args{})},
		{name: "get_custom_item", tool: "get_custom_item", ask: oneOf(args{"id": chartID})},
		{name: "list_workouts", tool: "list_workouts", ask: oneOf(args{}, args{"purpose": "threshold", "max_duration_s": 5400})},
		{name: "check_workout", tool: "check_workout", ask: oneOf(args{"sport": "ride", "description": "10x\n- 3m 105-110%\n- 3m 50%"})},
		{name: "get_workout", tool: "get_workout", ask: oneOf(args{"id": workoutID})},
		{name: "search", tool: "search", ask: oneOf(args{"query": "normalized power"}, args{"query": "hills"}, args{"query": "long run"})},
		{name: "fetch", tool: "fetch", ask: func(i int) args { return args{"id": b.id(i)} }},
	}
}

func (b *run) ofActivities() []question {
	activity := func(sections ...string) func(int) args {
		return func(i int) args { return args{"id": b.id(i), "sections": sections} }
	}
	return []question{
		{name: "list_activities", tool: "list_activities", usual: true, ask: func(i int) args {
			return []args{{}, {"sport": "ride"}, {"limit": 50}, {"range": b.span(40*i, 300)}}[i%4]
		}},
		{name: "list_activities, sorted", tool: "list_activities", ask: func(i int) args {
			by := []string{"load", "normalized_power", "distance", "avg_speed", "duration", "elevation_gain", "avg_hr", "avg_power"}
			return args{"sort": by[i%len(by)], "order": []string{"desc", "asc"}[i/len(by)%2]}
		}},
		{name: "list_activities, filtered", tool: "list_activities", ask: func(i int) args {
			return []args{
				{"min_load": 60 + i},
				{"text": "ride"},
				{"gear": gearID(i)},
				{"has_power": true, "min_distance_km": 40 + i/10},
				{"race": true},
				{"commute": true},
			}[i%6]
		}},
		{name: "get_activity", tool: "get_activity", ask: func(i int) args { return args{"id": b.id(i)} }, usual: true},
		{
			name: "get_activity, parts", tool: "get_activity",
			ask: activity("laps", "splits", "zones", "histograms", "best_efforts", "load", "device", "notes"),
		},
		{name: "get_activity, structure", tool: "get_activity", ask: activity("intervals", "climbs", "hrv", "lengths")},
		{name: "get_activity, segments", tool: "get_activity", ask: activity("segments")},
		{name: "get_activity, similar", tool: "get_activity", ask: activity("similar")},
		{name: "get_activity_streams", tool: "get_activity_streams", usual: true, ask: func(i int) args {
			return args{"id": b.id(i), "channels": []string{"power", "hr", "speed"}}
		}},
		{name: "get_activity_streams, W'", tool: "get_activity_streams", ask: func(i int) args {
			return args{"id": b.id(i), "channels": []string{"w_prime_balance", "gap", "grade"}}
		}},
		{
			name: "compare_activities", tool: "compare_activities",
			ask: func(i int) args { return args{"ids": []training.ActivityID{b.id(i), b.id(i + 1), b.id(i + 7)}} },
		},
		{name: "get_activity_notes", tool: "get_activity_notes", ask: func(i int) args { return args{"id": b.id(i)} }},
		{name: "export_activity", tool: "export_activity", ask: func(i int) args { return args{"id": b.id(i % 10), "format": "fit"} }},
		{name: "search_intervals", tool: "search_intervals", ask: func(i int) args {
			return []args{
				{"interval_s": 240 + 10*i},
				{"min_percent": 90 + i%20},
				{"pattern": "repeats", "min_count": 3},
				{"min_power_w": 200 + i},
			}[i%4]
		}},
	}
}

func (b *run) ofFitness() []question {
	return []question{
		{
			name: "analyze_training_load", tool: "analyze_training_load",
			ask: func(i int) args { return args{"range": b.span(50*i, 90)} }, usual: true,
		},
		{name: "analyze_training_load, sections", tool: "analyze_training_load", ask: func(i int) args {
			return args{"range": b.span(50*i, 180), "sections": []string{"series", "weeks", "ratio", "intensity", "alerts"}}
		}},
		{name: "get_training_summary", tool: "get_training_summary", usual: true, ask: func(i int) args {
			return args{"period": []string{"week", "month", "year"}[i%3], "date": b.back(50 * i)}
		}},
		{
			name: "get_training_summary, any days", tool: "get_training_summary",
			ask: func(i int) args { return args{"range": b.span(37*i, 100+60*i)} },
		},
		{
			name: "get_training_summary, all", tool: "get_training_summary",
			ask: oneOf(args{"period": "all"}, args{"period": "all", "sport": "ride"}),
		},
		{name: "get_training_summary, statistics", tool: "get_training_summary", ask: func(i int) args {
			return []args{
				{"period": "all", "sections": []string{"by_month", "streaks"}},
				{"sections": []string{"milestones", "eddington"}},
				{"sections": []string{"bests"}, "sport": "ride"},
				{"period": "year", "sections": []string{"by_week", "by_sport"}, "commute": i%2 == 0},
				{"period": "year", "date": b.back(200 * i), "sections": []string{"weather", "by_hour"}},
			}[i%5]
		}},
	}
}

func (b *run) ofCurves() []question {
	return []question{
		{name: "get_curves", tool: "get_curves", usual: true, ofCurves: true, ask: func(i int) args {
			return args{"kind": []string{"power", "hr", "distance"}[i%3], "range": b.span(50*i, daysPerYear)}
		}},
		{name: "get_curves, ranking", tool: "get_curves", ofCurves: true, ask: func(i int) args {
			return []args{
				{"range": "all", "durations_s": []int{1200}, "rank": 10, "per_kg": true},
				{"range": "all", "kind": "distance", "sport": "run", "distances_m": []int{5000}, "rank": 20},
				{"range": b.span(50*i, daysPerYear), "durations_s": []int{300}, "rank": 10},
			}[i%3]
		}},
		{name: "get_curves, other kinds", tool: "get_curves", ofCurves: true, ask: func(i int) args {
			r := b.span(50*i, daysPerYear)
			return []args{
				{"kind": "pace", "range": r},
				{"kind": "np", "range": r},
				{"kind": "power", "range": r, "per_kg": true},
				{"kind": "power", "range": r, "models": true},
			}[i%4]
		}},
		{
			name: "get_records", tool: "get_records", usual: true, ofCurves: true,
			ask: oneOf(args{}, args{"sport": "run"}, args{"by": "climb"}, args{"by": "segment"}, args{"by": "activity"}),
		},
		{
			name: "estimate_thresholds", tool: "estimate_thresholds", usual: true, ofCurves: true,
			ask: oneOf(args{}, args{"days": 365}, args{"history": true}),
		},
		{
			name: "predict_race", tool: "predict_race", ofCurves: true,
			ask: oneOf(args{}, args{"sport": "run", "days": 365}, args{"distances_m": []int{5000, 10000}}),
		},
	}
}

// changing measures the next answer of each tool after a change of a threshold.
// Each tool is asked first to fill its caches; then FTP, weight or zones change
// from the first day on, and it is asked again.
func (b *run) changing(ctx context.Context) error {
	n := min(ridesRezoned, b.Activities)
	b.Report(fmt.Sprintf("making a store of %d rides", n))
	rides, err := b.build(ctx, b.path("rides"), n, true)
	if err != nil {
		return err
	}
	s, err := b.serveHome(ctx, rides.path, false, "--toolsets", "all")
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		err = b.changeEach(s, rides, n)
	}
	return errors.Join(err, s.close())
}

// change is a change that affects every ride; the ith differs from the one
// before.
type change struct {
	name string
	set  func(i int) args
}

func changes() []change {
	return []change{
		{"FTP", func(i int) args { return args{"ftp_w": 240 + i%20} }},
		{"weight", func(i int) args { return args{"weight_kg": 70 + float64(i%20)/10} }},
		{"zones", func(i int) args {
			w := 130 + i%20
			return args{"power_zones_w": []int{w, w + 50, w + 80, w + 110, w + 150, w + 230}}
		}},
	}
}

func (b *run) changeEach(s *session, rides home, n int) error {
	of := run{Options: b.Options, home: rides}
	for _, c := range changes() {
		what := fmt.Sprintf("everything of %d rides after a change of %s, first answer of each tool", n, c.name)
		b.Report(what)
		var firsts []toolTimes
		for i, q := range of.ofEverything() {
			t, err := b.firstAfter(s, rides, c, i, q)
			if err != nil {
				return err
			}
			firsts = append(firsts, t)
		}
		b.add(firstRow(what, firsts))
	}
	return nil
}

// firstAfter asks before and after a change, several times, and returns the
// times after it.
func (b *run) firstAfter(s *session, rides home, c change, i int, q question) (toolTimes, error) {
	const rounds = 5
	t := toolTimes{name: q.name}
	for round := range b.times(rounds) {
		if err := s.call(q.tool, q.ask(0)); err != nil {
			return t, fmt.Errorf("%s: %w", q.name, err)
		}
		set := c.set(rounds*i + round)
		set["effective_from"], set["sport"] = (rides.today - historyYears*daysPerYear).String(), "ride"
		if err := s.call("update_athlete_settings", set); err != nil {
			return t, err
		}
		before, counted := processorOf(s.cmd.Process.Pid)
		took, err := b.once(func() error { return s.call(q.tool, q.ask(0)) })
		if err != nil {
			return t, fmt.Errorf("%s: %w", q.name, err)
		}
		after, _ := processorOf(s.cmd.Process.Pid)
		t.took, t.used, t.counted = append(t.took, took), append(t.used, after-before), counted
	}
	t.cpu = t.used.median()
	return t, nil
}

// classed marks values that are computed on request because they depend on
// thresholds in every second of a ride: W'bal, durability by kJ/kg, intervals
// by threshold.
const classed = " (made when asked)"

func firstRow(what string, all []toolTimes) measurement {
	const most, mostClassed = 50 * time.Millisecond, time.Second
	slices.SortStableFunc(all, func(x, y toolTimes) int { return cmp.Compare(y.took.median(), x.took.median()) })
	var worst, worstClassed time.Duration
	var each []string
	for _, t := range all {
		if strings.HasSuffix(t.name, classed) {
			worstClassed = max(worstClassed, t.took.median())
		} else {
			worst = max(worst, t.took.median())
		}
		words := t.name + " " + text(t.took.median())
		if t.counted {
			words += " (" + text(t.cpu) + ")"
		}
		each = append(each, words)
	}
	return measurement{
		What: what, Goal: "< 50 ms; what is made when asked < 1 s", Result: text(worst) + "; " + text(worstClassed),
		Met: worst < most && worstClassed < mostClassed, Note: "medians, with CPU: " + strings.Join(each, ", "),
	}
}

// ofEverything returns questions about the whole history, and about one
// activity for which a threshold may be given.
func (b *run) ofEverything() []question {
	all := args{"from": b.back(historyYears * daysPerYear), "to": b.back(0)}
	with := func(more args) func(int) args {
		whole := args{"range": all}
		for k, v := range more {
			whole[k] = v
		}
		return oneOf(whole)
	}
	out := []question{
		{
			name: "analyze_training_load", tool: "analyze_training_load",
			ask: with(args{"resolution": "month", "sections": []string{"series", "weeks", "ratio", "intensity", "alerts"}}),
		},
		{name: "get_training_summary", tool: "get_training_summary", ask: with(nil)},
		{name: "get_training_summary, by year", tool: "get_training_summary", ask: oneOf(args{"period": "all"})},
		{name: "get_curves", tool: "get_curves", ask: with(args{"kind": "power", "models": true})},
		{name: "get_curves, per kg", tool: "get_curves", ask: with(args{"kind": "power", "per_kg": true})},
		{name: "get_curves, after kJ", tool: "get_curves", ask: with(args{"kind": "power", "fatigued_after_kj": 1000})},
		{name: "get_curves, after kJ/kg" + classed, tool: "get_curves", ask: with(args{"kind": "power", "fatigued_after_kj_per_kg": 15})},
		{name: "get_records", tool: "get_records", ask: with(nil)},
		{name: "estimate_thresholds", tool: "estimate_thresholds", ask: oneOf(args{"days": 365, "history": true})},
		{name: "predict_race", tool: "predict_race", ask: oneOf(args{"sport": "ride", "days": 365})},
		{name: "list_activities by load", tool: "list_activities", ask: with(args{"sort": "load"})},
		{name: "list_activities of some load", tool: "list_activities", ask: with(args{"min_load": 80, "limit": 100})},
		{name: "search_intervals by percent" + classed, tool: "search_intervals", ask: with(args{"min_percent": 100})},
		{name: "list_events", tool: "list_events", ask: oneOf(args{"view": "annual"})},
		{name: "get_wellness", tool: "get_wellness", ask: oneOf(args{"range": b.span(0, 365)})},
		{name: "list_gear", tool: "list_gear", ask: oneOf(args{})},
		{name: "get_status", tool: "get_status", ask: oneOf(args{})},
		{name: "get_athlete_profile", tool: "get_athlete_profile", ask: oneOf(args{})},
		{name: "get_sport_settings", tool: "get_sport_settings", ask: oneOf(args{"history": true})},
		{name: "search", tool: "search", ask: oneOf(args{"query": "hills"})},
	}
	for _, q := range b.ofActivities() {
		if strings.Contains(q.name, "W'") || strings.Contains(q.name, "similar") || strings.Contains(q.name, "structure") {
			q.name += classed
		}
		if strings.HasPrefix(q.name, "get_activity") || q.tool == "compare_activities" {
			out = append(out, q)
		}
	}
	return out
}
