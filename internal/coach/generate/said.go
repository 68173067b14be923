package generate

import (
	"regexp"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// goalOf returns the goal that a sport and a distance stand for.
func goalOf(sport string, km float64, race bool) string {
	if !race {
		return "build"
	}
	upTo := func(bounds []float64, goals []string) string {
		for i, b := range bounds {
			if km <= b {
				return goals[i]
			}
		}
		return goals[len(bounds)]
	}
	switch sport {
	case string(training.Cycling):
		return "gran_fondo"
	case string(training.Swimming):
		return "open_water"
	case Triathlon:
		if km == 0 {
			return "olympic_triathlon"
		}
		return upTo([]float64{35, 80, 160}, []string{
			"sprint_triathlon", "olympic_triathlon", "half_distance_triathlon", "full_distance_triathlon",
		})
	}
	if km == 0 {
		return "10k"
	}
	return upTo([]float64{7.5, 15, 30, 44}, []string{"5k", "10k", "half_marathon", "marathon", "trail"})
}

// goalWords maps what people call a race to its goal.
func goalWords() map[string]string {
	return map[string]string{
		"half": "half_marathon", "hm": "half_marathon", "halfmarathon": "half_marathon", "full": "marathon",
		"ultra": "trail", "ultramarathon": "trail", "trail_run": "trail", "trail_race": "trail",
		"sprint": "sprint_triathlon", "olympic": "olympic_triathlon", "70.3": "half_distance_triathlon",
		"half_ironman":  "half_distance_triathlon",
		"half_distance": "half_distance_triathlon", "middle_distance": "half_distance_triathlon", "ironman": "full_distance_triathlon",
		"ironman_70.3": "half_distance_triathlon", "im": "full_distance_triathlon", "long_distance": "full_distance_triathlon",
		"full_distance": "full_distance_triathlon", "140.6": "full_distance_triathlon", "triathlon": "olympic_triathlon",
		"crit": "criterium", "tt": "time_trial", "century": "gran_fondo", "sportive": "gran_fondo", "granfondo": "gran_fondo",
		"open_water_swim": "open_water", "swim": "open_water", "base_training": "base", "return_to_running": "return", "comeback": "return",
	}
}

// distanceForm matches a distance with its unit.
var distanceForm = regexp.MustCompile(`^([0-9]+(?:[.,][0-9]+)?) *(km|k|kilometers?|kilometres?|mi|miles?|m|meters?|metres?)?$`)

// centuryKm is a century: 100 miles.
const centuryKm = 100 * i18n.KmPerMile

// ReadRace reads a race as people write it: the name of its kind, a distance, or both, such as
// "marathon", "70.3", "10 km", "100 miles". The goal is empty if the text has only a distance,
// and the distance is 0 if it has none.
func ReadRace(said string) (goal string, km float64, err error) {
	text := strings.ToLower(strings.TrimSpace(said))
	name := strings.NewReplacer(" ", "_", "-", "_").Replace(text)
	if name == "" {
		return "", 0, notAGoal(said)
	}
	if name == "century" {
		return "gran_fondo", centuryKm, nil
	}
	if goal = goalWords()[name]; goal != "" {
		return goal, 0, nil
	}
	if demandOf(name) != nil {
		return name, 0, nil
	}
	m := distanceForm.FindStringSubmatch(text)
	if m == nil {
		return "", 0, notAGoal(said)
	}
	km, err = strconv.ParseFloat(strings.Replace(m[1], ",", ".", 1), 64)
	switch {
	case err != nil:
	case strings.HasPrefix(m[2], "mi"):
		km *= i18n.KmPerMile
	case m[2] == "m" || strings.HasPrefix(m[2], "met"):
		km /= 1000
	}
	if err != nil || km <= 0 || km > maxKm {
		return "", 0, notAGoal(said)
	}
	return "", km, nil
}

// timeForm matches hours, minutes and seconds with units or colons.
var timeForm = regexp.MustCompile(`^(?:(\d+) *h(?:ours?|r|rs)? *)?(?:(\d+) *(?:m|min|mins|minutes?)? *)?(?:(\d+) *s(?:ec|econds?)?)?$`)

// readTime reads a time for a distance as people write it. "3:00" may be hours and minutes or minutes
// and seconds: readTime takes the reading that is possible over the distance. For a marathon, "3:00" is
// three hours; for 5 km, "19:30" is minutes and seconds.
func readTime(said, sport string, km float64) (float64, error) {
	text := strings.ToLower(strings.TrimSpace(said))
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "sub"), "-"))
	parts := strings.Split(text, ":")
	var readings []float64
	if len(parts) > 1 {
		a, ok := sexagesimal(parts)
		if !ok {
			return 0, notATime(said)
		}
		if readings = []float64{a}; len(parts) == 2 {
			readings = []float64{60 * a, a}
		}
	} else {
		m := timeForm.FindStringSubmatch(text)
		if m == nil || text == "" {
			return 0, notATime(said)
		}
		number := func(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }
		readings = []float64{3600*number(m[1]) + 60*number(m[2]) + number(m[3])}
		if m[1] == "" && m[3] == "" && !strings.Contains(text, "m") { // a bare number
			readings = []float64{60 * number(m[2]), 3600 * number(m[2])}
		}
	}
	for _, s := range readings {
		if s > 0 && s <= maxTimeS && (km == 0 || raceable(sport, 1000*km/s)) {
			return s, nil
		}
	}
	return 0, training.Errorf(training.KindInvalid, "%q is not a time that is possible for a race of %s.", i18n.Clip(said, i18n.MostQuoted),
		i18n.Measured("%g ", km, i18n.Kilometres())).WithFix("Write it as h:mm:ss, such as 1:29:59.")
}

// sexagesimal returns the seconds in parts of m:ss or h:mm:ss.
func sexagesimal(parts []string) (float64, bool) {
	sum := 0
	for i, p := range parts {
		x, err := strconv.Atoi(p)
		if err != nil || x < 0 || i > 0 && (x > 59 || len(p) != 2) || len(parts) > 3 || x > 1000 {
			return 0, false
		}
		sum = sum*60 + x
	}
	return float64(sum), sum > 0
}

func notATime(said string) error {
	return training.Errorf(training.KindInvalid, "%q is not a time.", i18n.Clip(said, i18n.MostQuoted)).
		WithFix("Write times as h:mm:ss, such as 1:29:59.")
}

// raceable reports whether somebody can race at a speed in m/s. The fast bounds are above the
// world's best, the slow ones are below a walk or the last finishers.
func raceable(sport string, mps float64) bool {
	bounds := map[string][2]float64{
		string(training.Running): {0.9, 7}, string(training.Cycling): {2.5, 17}, string(training.Swimming): {0.3, 2}, Triathlon: {1.8, 9},
	}[sport]
	return bounds[0] <= mps && mps <= bounds[1]
}

// Read fills in the race and the goal time as people write them. A distance that the wish
// states already takes precedence.
func (w *Wish) Read(race, goalTime string) error {
	if race != "" {
		goal, km, err := ReadRace(race)
		if err != nil {
			return err
		}
		w.Goal = goal
		if w.RaceKm == 0 {
			w.RaceKm = km
		}
	}
	if goalTime == "" {
		return nil
	}
	if _, err := w.demand(); err != nil {
		return err
	}
	s, err := readTime(goalTime, w.Sport, w.RaceKm)
	w.GoalTimeS = s
	return err
}
