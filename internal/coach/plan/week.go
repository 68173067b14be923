package plan

import (
	"math"
	"time"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// How load goes from week to week.
const (
	growth     = 1.1 // of the heaviest week before: the ten percent of running coaches
	recovery   = 0.6 // of the week before, each fourth week
	every      = 4
	leastStart = 20 // TSS a day that anybody can begin with
	givesUp    = 0.01
)

// week is one week of a plan.
type week struct {
	number   int
	start    training.Day
	phase    string
	recovers bool
	taper    float64 // the share of the heaviest week, 0 outside of the taper
	sessions []newplanSession
}

// taperShares are the last weeks before a race, the race's own week last.
func taperShares(w *Wish) []float64 {
	switch {
	case w.Race == 0 || w.Weeks < 4:
		return nil
	case w.Weeks >= 12 && (w.RaceKm >= 40 && w.Sport == string(training.Running) || w.Sport == Triathlon && w.RaceKm > 100):
		return []float64{0.75, 0.55, 0.35}
	case w.Weeks >= 8:
		return []float64{0.6, 0.4}
	}
	return []float64{0.45}
}

// phases gives each week its place in the plan.
func phases(w *Wish) []week {
	taper := taperShares(w)
	build := w.Weeks - len(taper)
	all := make([]week, w.Weeks)
	for i := range all {
		k := &all[i]
		k.number, k.start = i+1, w.Start.WeekStart(time.Monday)+training.Day(7*i)
		switch {
		case i >= build:
			k.phase, k.taper = "Taper", taper[i-build]
		case 2*i < build:
			k.phase = "Base"
		default:
			k.phase = "Build"
		}
		// A taper is a recovery, so none stands right before it.
		k.recovers = k.taper == 0 && (i+1)%every == 0 && i < build-1
	}
	if w.Race == 0 && w.Weeks >= every {
		all[w.Weeks-1].recovers = true
	}
	return all
}

// fill gives each week its sessions, within the cap of the ramp: weeks that
// leave no room for those behind them are made lighter.
func fill(w *Wish, all []week) {
	for share := 1.0; ; share *= 0.9 {
		if fits(w, all, share) || share < givesUp {
			return
		}
	}
}

// fits fills the weeks, with a share of what could be done, and says whether
// the cap is kept.
func fits(w *Wish, all []week, share float64) bool {
	heaviest := 7 * max(w.CTL, leastStart) / growth
	last, done, kept := heaviest, 0.0, true // done is what days and hours allowed
	var days []float64
	for i := range all {
		k := &all[i]
		target := growth * heaviest
		switch {
		case k.taper > 0:
			target = k.taper * done
		case k.recovers:
			target = recovery * last
		}
		if k.start < w.Start { // it has begun
			target *= float64(7-int(w.Start-k.start)) / 7
		}
		for target *= share; ; target *= 0.96 {
			k.sessions = sessions(w, k, target)
			if ramp(w, days, k) <= w.Ramp {
				break
			}
			if target < givesUp {
				kept = false
				break
			}
		}
		days = append(days, k.loads()...)
		if got := k.load(); k.taper == 0 && !k.recovers {
			heaviest, last, done = max(heaviest, got/share), got/share, max(done, got/share)
		}
	}
	return kept
}

// loads are the loads of the days of a week; the race is none of them.
func (k *week) loads() []float64 {
	out := make([]float64, 7)
	for _, s := range k.sessions {
		if !s.race {
			out[s.day] += s.load
		}
	}
	return out
}

func (k *week) load() float64 {
	sum := 0.0
	for _, l := range k.loads() {
		sum += l
	}
	return sum
}

// ramp is the greatest rise of CTL over 7 days that end in a week.
func ramp(w *Wish, before []float64, k *week) float64 {
	all := append(append([]float64{}, before...), k.loads()...)
	series := load.Model{Seed: load.Seed{CTL: w.CTL, ATL: w.CTL}}.Series(all)
	worst := math.Inf(-1)
	for i := len(before); i < len(all); i++ {
		from := w.CTL
		if i >= 7 {
			from = series[i-7].CTL
		}
		worst = max(worst, series[i].CTL-from)
	}
	return worst
}
