package demo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
)

// own is the athlete's session of the slot, in the language of workouts. What
// it asks for is both planned and done. It is empty where there is no session:
// in a triathlon.
func (s slot) own(rng *rand.Rand) string {
	switch s.kind {
	case sweetSpot, threshold, vo2max, ftpTest, ergRide, spin:
		return s.byPower()
	case endurance:
		return s.long("Steady", "63-69%")
	case hillyRide:
		return s.long("Over the hills", "64-76%")
	case groupRide:
		return s.long("In the bunch", "62-86%")
	case granFondo:
		return s.long("With the second group", "66-86%")
	case easyRun, hillRun, tempoRun, trackRun, longRun, halfMarathon, tenK:
		return s.onFoot()
	case poolSwim:
		return s.pool(rng)
	case openSwim:
		return fmt.Sprintf("- Along the shore %.0fmtr 90-94%% Pace", 100*math.Round(s.metres()/100))
	case strength:
		return library("strength-base").Text
	default:
		return ""
	}
}

// library is a session of Lapkeep's own.
func library(id string) workout.Session {
	for _, s := range workout.AllSession() {
		if s.ID == id {
			return s
		}
	}
	panic("demo: there is no session " + id) // the texts are ours, and built in
}

const (
	rideWarmup   = "Warmup\n- 10m ramp 45-65%\n- 1m 95%\n- 1m 50%\n- 1m 100%\n- 2m 50%\n\n"
	rideCooldown = "\n\nCooldown\n- 8m ramp 55-45%"
)

// byPower are the sessions that are ridden by power.
func (s slot) byPower() string {
	switch s.kind {
	case sweetSpot:
		seconds := int(780 * s.volume)
		if s.planned {
			seconds = 60 * ((seconds + 30) / 60)
		}
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Sweet spot %s 88-92%%\n- Easy 4m 50%%", 3+s.more, clock(seconds)) + rideCooldown
	case threshold:
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Even pressure 20m 95-100%%\n- Easy 6m 50%%", 2+s.more) + rideCooldown
	case vo2max:
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Hard 5m 108-114%%\n- Easy 4m30s 50%%", 5+s.more) + rideCooldown
	case ftpTest: // 20 min at threshold / 0.95
		return rideWarmup + "Test\n- Open up 5m 110%\n- Easy 8m 50%\n- As even as you can 20m ramp 106-104.6%\n\n" +
			"Cooldown\n- 10m ramp 50-40%\n- 8m ramp 55-45%"
	case ergRide:
		return fmt.Sprintf("Warmup\n- 10m ramp 45-62%%\n\nMain set\n- Steady %s ramp 68-70%%\n\nCooldown\n- 5m ramp 50-40%%",
			clock(60*int(70*s.volume)-900))
	default:
		return "- Easy 45m ramp 50-55%"
	}
}

// long is a ride as the road goes, about as long as the loop takes.
func (s slot) long(how, target string) string {
	mps := s.kind.roadMPS()
	return fmt.Sprintf("- %s %s %s", how, clock(300*int(math.Round(s.metres()/mps/300))), target)
}

// onFoot are the runs. A distance at the end is the way to the door.
func (s slot) onFoot() string {
	home := func(blocksM float64) string { // as far as is left, on legs that run 3.9 m/s at threshold
		return "- Home " + km(math.Max(500, s.metres()-blocksM)) + " 74-78% Pace"
	}
	switch s.kind {
	case tempoRun:
		return "Warmup\n- 13m ramp 72-80% Pace\n\nTempo\n- Firm and even 21m ramp 96.5-97% Pace\n\n" +
			"Cooldown\n- Shake out 1m 70% Pace\n" + home(7200)
	case trackRun:
		return fmt.Sprintf("Warmup\n- 15m ramp 70-80%% Pace\n\nMain set %dx\n- Fast 4m 103-106%% Pace\n- Jog 1m45s 60-64%% Pace\n\nCooldown\n%s",
			6+s.more, home(10_000))
	case longRun:
		return "- Easy and even " + km(s.metres()) + " 79-82% Pace"
	case hillRun:
		return "- Up and down " + km(s.metres()) + " 77-81% Pace"
	case halfMarathon:
		return "- Race 21.1km 93-96% Pace"
	case tenK:
		return "- Race 10km 100-103% Pace"
	default:
		return "- Easy " + km(s.metres()) + " 75-80% Pace"
	}
}

// km is a distance to half a kilometre.
func km(metres float64) string {
	return strconv.FormatFloat(math.Round(metres/500)/2, 'f', -1, 64) + "km"
}

// clock is a time as workouts write it: "2h15m", "12m27s".
func clock(seconds int) string {
	var b strings.Builder
	for _, u := range []struct {
		seconds int
		name    string
	}{{3600, "h"}, {60, "m"}, {1, "s"}} {
		if n := seconds / u.seconds; n > 0 {
			fmt.Fprintf(&b, "%d%s", n, u.name)
			seconds -= n * u.seconds
		}
	}
	return b.String()
}

// pool is one of two sessions in the pool.
func (s slot) pool(rng *rand.Rand) string {
	main := "Main set\n- 200mtr 97% Pace 25s rest\n- 200mtr 97% Pace 25s rest\n- 200mtr 98% Pace 25s rest\n- 200mtr 98% Pace 40s rest"
	if rng.IntN(2) == 0 {
		main = fmt.Sprintf("Main set %dx\n- 100mtr 101%% Pace 20s rest", int(12*s.volume))
	}
	return "Warmup\n- 300mtr 86% Pace 30s rest\n- Drill 100mtr 70% Pace 20s rest\n- Breaststroke 100mtr 68% Pace 40s rest\n\n" + main +
		"\n\nCooldown\n- Drill 100mtr 75% Pace 20s rest\n- 200mtr 84% Pace"
}
