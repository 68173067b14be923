package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// changing measures what a change of a threshold makes of the next answer of
// each tool: each is asked before, so that what it keeps is there, then FTP,
// weight or zones change as of the first day, and it is asked again.
func (b *run) changing(ctx context.Context) error {
	n := min(ridesRezoned, b.Activities)
	b.Report(fmt.Sprintf("making a store of %d rides", n))
	rides, err := b.build(ctx, "rides", n, true)
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

// change is one that concerns every ride; the ith differs from the one before.
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

// firstAfter asks before and after a change, some times, and returns the
// answers after.
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

// classed marks values that are made when asked for, since thresholds go into
// every second of a ride: W'bal, durability by kJ/kg, intervals by threshold.
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

// ofEverything are the questions of the whole history, and those of one
// activity, that a threshold may go into.
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
