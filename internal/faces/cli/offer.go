package cli

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// offerThresholds shows a person at the terminal the missing thresholds that recordings
// suggest, with their evidence, and sets those values if the person accepts them.
func (a *app) offerThresholds(ctx context.Context, w *Workbench) error {
	if !a.Streams.InTTY || !a.Streams.OutTTY {
		return nil
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	res, err := w.Table.Call(ctx, "estimate_thresholds", call, json.RawMessage(`{}`))
	if err != nil {
		return err
	}
	var v curves.EstimateView
	if err := json.Unmarshal(res.Structured, &v); err != nil {
		return err
	}
	missing := slices.DeleteFunc(v.Estimates, func(e curves.Estimate) bool {
		return e.Current != nil || len(e.Evidence) == 0 ||
			!slices.Contains([]string{"ftp_w", "lthr_bpm", "threshold_pace_s_per_km", "css_pace_s_per_100m"}, e.Setting)
	})
	if len(missing) == 0 {
		return nil
	}
	a.say(a.Streams.Out, "Load and zones need thresholds that are not set. Your recordings suggest:\n")
	for i := range missing {
		a.tellEstimate(&missing[i])
	}
	yes, err := a.connections().Accepts(ctx, a.text("Use these values? Enter or y accepts, n or q leaves: "))
	if err != nil {
		return err
	}
	if !yes {
		a.sayAtHome(a.Streams.Out, "No threshold was set. To set one: lapkeep set ftp 250\n")
		return nil
	}
	undo, err := w.accept(ctx, call, missing)
	if err != nil {
		return err
	}
	for i := range missing {
		a.say(a.Streams.Out, "%s: set, effective from %s.\n", a.estimateName(&missing[i]), missing[i].Evidence[0].LocalDate)
	}
	a.sayAtHome(a.Streams.Out, "Undo with: %s\n", undo)
	return nil
}

// accept sets estimated thresholds, each from the day of its evidence, in one change that one
// undo takes back.
func (w *Workbench) accept(ctx context.Context, call *tools.Call, all []curves.Estimate) (undo string, err error) {
	who, err := w.DB.Athlete(ctx, w.Scope())
	if err != nil {
		return "", err
	}
	p := tools.Plan{}
	if p.History, err = w.DB.History(ctx, w.Scope()); err != nil {
		return "", err
	}
	var names []string
	for i := range all {
		e := &all[i]
		key, sport := tools.Named(e.Setting, e.Sport.Plain())
		value := e.Rounded()
		if key == training.KeyThresholdPace {
			value = athlete.Pace(sport.Sport, value)
		}
		p.From = e.Evidence[0].LocalDate
		p.Put(training.ThresholdEntry{Key: key, Sport: sport, From: p.From, Values: []float64{value}})
		if err := p.Plausible(sport); err != nil {
			return "", err
		}
		names = append(names, e.Setting)
	}
	p.Tell(who, call.Today, false)
	call.Tool = "update_athlete_settings"
	write := call.Write(i18n.Sentencef("Set %s.", strings.Join(names, ", ")), p.Targets)
	out, err := w.Journal.Do(ctx, write, func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: p.Changes}
		err := p.Apply(tx, w.Athlete, &e)
		return e, err
	})
	return out.Undo, err
}

// tellEstimate prints an estimate and the effort on which it is based.
func (a *app) tellEstimate(e *curves.Estimate) {
	p, on := &page{reader: i18n.Reader{Miles: a.miles, OnFoot: e.Sport.OnFoot()}, say: a.text}, e.Evidence[0]
	shown := func(v float64) string { return p.quantity(e.Setting, json.Number(strconv.FormatFloat(v, 'f', -1, 64))) }
	a.say(a.Streams.Out, "  %s: %s (method %s, %s), from %s over %s on %s, activity %s\n", a.estimateName(e),
		shown(e.Rounded()), strings.ReplaceAll(e.Method, "_", " "), a.confidence(e), shown(on.Value),
		i18n.Clock(on.DurationS), on.LocalDate, on.ActivityID)
}

func (a *app) confidence(e *curves.Estimate) string {
	switch e.Confidence {
	case "high":
		return a.text("high confidence")
	case "medium":
		return a.text("medium confidence")
	}
	return a.text("low confidence")
}

func (a *app) estimateName(e *curves.Estimate) string {
	return label(e.Setting) + ", " + string(e.Sport)
}
