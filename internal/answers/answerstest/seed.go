package answerstest

import (
	"context"
	"maps"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// seedBatch is how many activities one transaction takes.
const seedBatch = 500

// Seed writes the athlete with everything into a real store.
func (s *FitnessStore) Seed(ctx context.Context, db *store.DB) error {
	err := db.Write(ctx, func(tx *store.Tx) error {
		who := s.Who
		who.ID = FitnessAthlete
		if err := tx.PutAthlete(who); err != nil {
			return err
		}
		for _, e := range s.Past {
			if err := tx.PutThreshold(FitnessAthlete, e); err != nil {
				return err
			}
		}
		return nil
	})
	prims := map[training.ActivityID][]store.Primitive{}
	for _, l := range s.prims {
		for _, p := range l {
			prims[p.Activity] = append(prims[p.Activity], p)
		}
	}
	for from := 0; from < len(s.inputs) && err == nil; from += seedBatch {
		err = db.Write(ctx, func(tx *store.Tx) error {
			for i := range s.inputs[from:min(from+seedBatch, len(s.inputs))] {
				if err := s.seedOne(tx, &s.inputs[from+i], prims); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return err
}

func (s *FitnessStore) seedOne(tx *store.Tx, in *store.LoadInput, prims map[training.ActivityID][]store.Primitive) error {
	act := s.Words[in.ID]
	act.ID, act.Sport, act.LocalDay, act.Name, act.ManualLoad = in.ID, in.Sport, in.Day, "Ride", in.ManualLoad
	act.Start = in.Day.Time(time.UTC).Add(time.Duration(in.Hour) * time.Hour)
	if in.Indoor {
		act.SubSport = training.SubIndoor
	}
	if err := tx.PutActivity(FitnessAthlete, act); err != nil {
		return err
	}
	values := maps.Clone(s.More[in.ID])
	if values == nil {
		values = training.Values{}
	}
	for m, v := range map[training.Metric]float64{
		training.MetricDurationS: in.TimerS, training.MetricMovingTimeS: in.MovingS, training.MetricElapsedTimeS: in.ElapsedS,
		training.MetricDistanceKM: in.DistanceM / 1000, training.MetricNormalizedPowerW: in.NP, training.MetricAvgHRBpm: in.AvgHR,
		training.MetricElevationGainM: in.GainM, training.MetricWorkKJ: in.WorkJ / 1000, training.MetricCaloriesKcal: in.Kcal,
	} {
		if v > 0 {
			values[m] = v
		}
	}
	if err := tx.PutSummary(FitnessAthlete, in.ID, store.Summary{
		Values: values, NPWindows: in.NPWindows,
		HRSeconds: in.HRSeconds, Version: 1,
	}); err != nil {
		return err
	}
	for _, p := range prims[in.ID] {
		p.Version, p.InputHash = 1, "h"
		if err := tx.PutPrimitive(FitnessAthlete, p); err != nil {
			return err
		}
	}
	return nil
}
