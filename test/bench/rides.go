package main

import (
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/internal/training"
)

// roadPower is a ride's power in W, one value a second, with intervals,
// sprints, coasting and noise.
func roadPower(seconds int, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // made data
	watts := make([]int32, seconds)
	level, left, now := 180.0, 0, 180.0
	for i := range watts {
		if left == 0 {
			level, left = nextEffort(r)
		}
		left--
		now += (level - now) / 4
		if level > 0 {
			watts[i] = int32(max(0, now+35*r.NormFloat64()))
		}
	}
	return watts
}

// nextEffort is a power in W and the seconds that it is held.
func nextEffort(r *rand.Rand) (level float64, seconds int) {
	switch n := r.IntN(240); {
	case n < 8:
		return 500 + 400*r.Float64(), 5 + r.IntN(20)
	case n < 38:
		return 0, 5 + r.IntN(60)
	}
	return 60 + 260*r.Float64(), 20 + r.IntN(600)
}

// flatPower is a trainer that holds a power within a few watts, which is the
// hardest case for a search of best means.
func flatPower(seconds int) []int32 {
	r := rand.New(rand.NewPCG(3, 1)) //nolint:gosec // made data
	watts := make([]int32, seconds)
	for i := range watts {
		watts[i] = int32(250 + 3*r.NormFloat64())
	}
	return watts
}

const hourS = 3600

// hour is a ride of an hour at 1 Hz with every channel that a bike computer
// and its sensors have; rides of different seeds are different rides.
func hour(start time.Time, seed uint64) *training.Recording {
	r := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // made data
	offset := 2 * hourS
	rec := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, SubSport: training.SubRoad,
		Start: start, OffsetS: &offset, ElapsedS: hourS - 1, TimerS: hourS - 1, Sessions: 1,
		Device: training.Device{Manufacturer: "garmin", Product: "edge_840", Serial: "3400000001", Software: "21.19"},
	}
	const laps = 4
	for i := range laps {
		from, to := float64(i*hourS/laps), float64((i+1)*hourS/laps)
		rec.Laps = append(rec.Laps, training.Lap{
			StartS: from, EndS: to, ElapsedS: to - from, TimerS: to - from,
			Trigger: "manual", Intensity: "active",
		})
	}
	heart, speed, height, metres := 120.0, 7.0, 420.0, 0.0
	for i, watts := range roadPower(hourS, seed) {
		heart += (90+0.32*float64(watts)-heart)/40 + 0.3*r.NormFloat64()
		grade := 0.04 * math.Sin(2*math.Pi*float64(i)/1300)
		speed = max(2, speed+(6+float64(watts)/60-60*grade-speed)/15)
		height += speed * grade
		metres += speed
		putSecond(&rec.Columns, i, second{watts, heart, speed, height, metres, r})
	}
	rec.Columns.Pad()
	return rec
}

// second holds the values of one second of a made ride.
type second struct {
	watts                        int32
	heart, speed, height, metres float64
	rng                          *rand.Rand
}

func putSecond(c *training.Columns, i int, s second) {
	wave := func(mean, swing, period float64) int32 {
		return int32(mean + swing*math.Sin(2*math.Pi*float64(i)/period) + s.rng.NormFloat64()*swing/20)
	}
	c.TimeS = append(c.TimeS, int32(i)) //nolint:gosec // an hour
	c.Put(training.Power, i, s.watts)
	c.Put(training.HeartRate, i, int32(s.heart))
	c.Put(training.Cadence, i, wave(86, 9, 31)*10)
	c.Put(training.Speed, i, int32(s.speed*1000))
	c.Put(training.Altitude, i, int32(s.height*5)*20)
	c.Put(training.Distance, i, int32(s.metres*100))
	c.Put(training.Temperature, i, wave(18, 3, 3000)*10)
	c.Put(training.Latitude, i, 560_000_000+int32(s.metres*80))
	c.Put(training.Longitude, i, 95_000_000+int32(s.metres*90))
	c.Put(training.LeftBalance, i, wave(50, 3, 29)*100)
	c.Put(training.RespirationRate, i, wave(300, 60, 300))
	c.Put(training.CoreTemperature, i, wave(3810, 40, 3600))
}
