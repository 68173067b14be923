package statistics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	_ "time/tzdata" // the days are those of zones with summer time
)

// zones are where athletes live and travel: with summer time in either half of
// the year, without, by half an hour, and 25 hours apart.
func zones() []string {
	return []string{
		"Europe/Oslo", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns",
		"Africa/Cairo", "America/Santiago", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC",
	}
}

// RandomYears is some years of an athlete's activities from January 1 of a
// year on, in no order, the same for a seed: at home and on travels, at every
// hour, more often near midnight and near the hour when clocks are changed,
// some days without any and some with four; round amounts, amounts on the
// bound of a mile or a kilometre, equal ones, missing ones, equal starts.
func RandomYears(seed uint64, firstYear, years int) []Activity {
	r := rand.New(rand.NewPCG(seed, 0x57a7))
	home, away, awayDays := location(r), time.UTC, 0
	lively := 0.25 + 0.7*r.Float64()
	var out []Activity
	for day := time.Date(firstYear, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < firstYear+years; day = day.AddDate(0, 0, 1) {
		if awayDays--; awayDays < 0 && r.IntN(40) == 0 {
			away, awayDays = location(r), 2+r.IntN(14)
		}
		zone := home
		if awayDays >= 0 {
			zone = away
		}
		if day.Day() == 1 {
			lively = math.Min(0.97, math.Max(0.1, lively+0.25*(r.Float64()-0.5)))
		}
		for n := 0; n < 4 && r.Float64() < lively/(1+0.8*float64(n)); n++ {
			out = append(out, random(r, fmt.Sprintf("a%05d", len(out)), startOn(r, day, zone)))
		}
		if n := len(out); n > 0 && r.IntN(60) == 0 {
			out = append(out, random(r, fmt.Sprintf("a%05d", n), out[n-1].Start)) // two devices at one instant
		}
	}
	r.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out
}

func location(r *rand.Rand) *time.Location {
	zone, err := time.LoadLocation(zones()[r.IntN(len(zones()))])
	if err != nil {
		panic(err)
	}
	return zone
}

// startOn is a time of a local day; one that clocks leave out is moved on.
func startOn(r *rand.Rand, day time.Time, zone *time.Location) time.Time {
	hour, minute, second := 5+r.IntN(16), r.IntN(60), r.IntN(60)
	switch r.IntN(8) {
	case 0:
		hour = 23
	case 1:
		hour, minute = 0, r.IntN(10)
	case 2:
		hour = 1 + r.IntN(3)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, second, 0, zone)
}

func random(r *rand.Rand, id string, start time.Time) Activity {
	a := Activity{ID: id, Sport: []string{"cycling", "cycling", "cycling", "running", "swimming", "strength"}[r.IntN(6)], Start: start}
	a.Day = start.Format(time.DateOnly)
	speed := map[string]float64{"cycling": 7, "running": 3, "swimming": 0.9, "strength": 0}[a.Sport] * (0.8 + 0.4*r.Float64())
	a.TimerS = math.Round(600 * math.Exp(2.6*r.Float64()))
	a.ElapsedS = a.TimerS + math.Round(600*r.Float64()*r.Float64())
	a.DistanceM = math.Round(a.TimerS*speed*100) / 100
	switch r.IntN(6) {
	case 0:
		a.DistanceM = 1000 * math.Round(a.DistanceM/1000)
	case 1:
		a.DistanceM = Mile * math.Round(a.DistanceM/Mile)
	case 2:
		a.DistanceM = math.Max(0, 1000*math.Round(a.DistanceM/1000)-0.01)
	}
	a.ClimbM, a.CaloriesKcal, a.Load = math.Round(a.DistanceM*0.02*r.Float64()), math.Round(a.TimerS/5), math.Round(a.TimerS/60)
	a.MaxSpeedMPS, a.AvgPowerW, a.MaxPowerW = math.Round(speed*20)/10, float64(150+10*r.IntN(10)), float64(400+50*r.IntN(10))
	for _, x := range []*float64{
		&a.DistanceM, &a.ElapsedS, &a.TimerS, &a.ClimbM, &a.CaloriesKcal, &a.Load, &a.MaxSpeedMPS, &a.AvgPowerW, &a.MaxPowerW,
	} {
		if r.IntN(15) == 0 {
			*x = math.NaN()
		}
	}
	a.Commute, a.Race, a.Indoor = r.IntN(5) == 0, r.IntN(30) == 0, r.IntN(6) == 0
	for _, gear := range []string{"road bike", "gravel bike", "shoes"} {
		if r.IntN(3) == 0 {
			a.Gear = append(a.Gear, gear)
		}
	}
	a.Tags = slices.Clone([]string{"easy", "with the club", "intervals"}[:r.IntN(4)])
	return a
}
