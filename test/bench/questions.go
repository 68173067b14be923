package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

var errQuestion = errors.New("a question of the made store has no answer")

// ridesRezoned is how many rides an FTP change is measured on.
const ridesRezoned = 5000

// questions measures what one process answers again and again.
func (b *run) questions(ctx context.Context) error {
	db, err := store.Open(ctx, store.Options{Home: b.home.path, Now: b.Now})
	if err != nil {
		return err
	}
	err = b.anyRange(ctx, db)
	if err == nil {
		err = b.rezone(ctx, db)
	}
	return errors.Join(err, db.Close())
}

func (b *run) frame() answers.Frame {
	return answers.Frame{Today: b.home.today, TimeZone: zoneName, Week: time.Monday}
}

func model() training.Scope {
	return training.Scope{Athlete: athleteID, Audience: training.AudienceModel}
}

// anyRange asks for the power curve of random ranges, to the day.
func (b *run) anyRange(ctx context.Context, db *store.DB) error {
	const what, ranges = "power curve over any date range of 20 years, warm", 500
	b.Report(what)
	x := curves.New(db)
	rng := rand.New(rand.NewPCG(1, 4)) //nolint:gosec // made data
	var s series
	var fill time.Duration
	for i := range b.times(ranges) + 1 {
		from := rng.IntN(historyYears * daysPerYear)
		q := curves.Query{Kind: curves.Power, Days: training.DayRange{
			From: b.home.today - training.Day(from),
			To:   b.home.today - training.Day(rng.IntN(from+1)),
		}}
		if i == 0 {
			q.Days = training.DayRange{From: b.home.today - historyYears*daysPerYear, To: b.home.today}
		}
		took, err := b.once(func() error {
			v, err := x.Answer(ctx, model(), b.frame(), q)
			if err == nil && i == 0 && v.Curve == nil {
				err = errQuestion
			}
			return err
		})
		if err != nil {
			return err
		}
		if i == 0 {
			fill = took
			continue
		}
		s = append(s, took)
	}
	b.add(measurement{
		What: what, Goal: "< 1 ms", Result: text(s.median()), Met: s.median() < time.Millisecond,
		Note: fmt.Sprintf("median of %d ranges, p95 %s; the first question, which reads all curves, %s", len(s),
			text(s.quantile(0.95)), text(fill)),
	})
	return nil
}

// rezone changes the FTP and asks for load and time in zones of many rides.
func (b *run) rezone(ctx context.Context, db *store.DB) error {
	n := min(ridesRezoned, len(b.home.rides))
	what := fmt.Sprintf("load, zones and IF of %d rides after an FTP change", n)
	b.Report(what)
	days := training.DayRange{From: b.home.since(n), To: b.home.today}
	q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days, Sports: []training.Sport{training.Cycling}}
	histograms := fitness.NewHistograms(db)
	var s series
	var first time.Duration
	for i := range b.times(batches) + 1 {
		ftp := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling, From: days.From, Values: []float64{240 + float64(i)}}
		if err := db.Write(ctx, func(tx *store.Tx) error { return tx.PutThreshold(athleteID, ftp) }); err != nil {
			return err
		}
		took, err := b.once(func() error {
			v, err := histograms.Summary(ctx, db, model(), b.frame(), q)
			if err == nil && (v.Totals.Activities < n || v.Totals.TSS == nil || len(v.Zones) == 0) {
				err = errQuestion
			}
			return err
		})
		if err != nil {
			return err
		}
		if i == 0 {
			first = took
			continue
		}
		s = append(s, took)
	}
	const most = 50 * time.Millisecond
	b.add(measurement{
		What: what, Goal: "< 50 ms", Result: text(s.median()), Met: s.median() < most,
		Note: "best " + text(s.best()) + "; the first question, which reads every histogram, " + text(first),
	})
	return nil
}
