package digest

import (
	"fmt"
	"math"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// paceM is the metres that a pace of the sport is told over; 0 where speeds are
// not told.
func paceM(s training.Sport) float64 {
	switch s {
	case training.Running, training.Walking, training.Hiking, training.Paddling:
		return 1000
	case training.Swimming:
		return 100
	case training.Rowing:
		return 500
	}
	return 0
}

// units are those that a line is written in.
type units struct{ miles bool }

// told is the distance that a pace of the sport is told over, with its name.
// Rowers have one for all.
func (u units) told(s training.Sport) (metres float64, name string) {
	switch m := paceM(s); {
	case m == 1000 && u.miles:
		return mileM, "mi"
	case m == 1000:
		return m, "km"
	case m == 100 && u.miles:
		return 100 * yardM, "100yd"
	default:
		return m, fmt.Sprintf("%gm", m)
	}
}

// pace is "3:40/km", "1:38/100m"; empty where it is not known or not told.
func (u units) pace(mps float64, s training.Sport) string {
	m := paceM(s)
	if limit := float64(stream.MaxSpeedMMS(s)); m == 0 || mps <= 0 || m/mps > 3600 || limit > 0 && 1000*mps > limit {
		return ""
	}
	over, name := u.told(s)
	return clock(over/mps) + "/" + name
}

// paces is "5:30→4:40/km".
func (u units) paces(from, to float64, s training.Sport) string {
	over, _ := u.told(s)
	return clock(over/from) + "→" + u.pace(to, s)
}

func clock(s float64) string {
	n := int(math.Round(s))
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}

// span is a duration as it is said: "40s", "90s", "4min", "4:30min", "2h05min".
func span(s float64) string {
	n := int(math.Round(s))
	switch {
	case n < 120 && n%60 != 0:
		return fmt.Sprintf("%ds", n)
	case n >= 3600:
		n = int(math.Round(s / 60))
		return fmt.Sprintf("%dh%02dmin", n/60, n%60)
	case n%60 == 0:
		return fmt.Sprintf("%dmin", n/60)
	}
	return fmt.Sprintf("%d:%02dmin", n/60, n%60)
}

// about is a duration in whole minutes, for what nobody timed.
func about(s float64) string {
	if s < 120 {
		return span(s)
	}
	return span(60 * math.Round(s/60))
}

// repeatSize is what a repeat is called by, whatever its reader has: "800m",
// "1000m", "5km"; "100yd" in a pool of yards, "1mi" of miles.
func repeatSize(m float64, s training.Sport) string {
	switch yd, mi := m/yardM, m/mileM; {
	case s == training.Swimming && math.Abs(yd-25*math.Round(yd/25)) < 0.1 && math.Abs(m-5*math.Round(m/5)) > 0.1:
		return fmt.Sprintf("%.0fyd", yd)
	case s != training.Swimming && m > 1000 && math.Abs(mi-math.Round(mi)) < 0.001:
		return fmt.Sprintf("%.0fmi", mi)
	case s == training.Swimming, m < 3000:
		return fmt.Sprintf("%.0fm", m)
	}
	return units{}.way(m)
}

// metres is a distance that is told as repeats are: "800m"; "875yd".
func (u units) metres(m float64, s training.Sport) string {
	if u.miles {
		return fmt.Sprintf("%.0fyd", m/yardM)
	}
	return repeatSize(m, s)
}

// way has one decimal under 100 km.
func (u units) way(m float64) string {
	far, name := m/1000, "km"
	if u.miles {
		far, name = m/mileM, "mi"
	}
	if far < 99.95 {
		far = math.Round(far*10) / 10
	} else {
		far = math.Round(far)
	}
	return strconv.FormatFloat(far, 'f', -1, 64) + name
}

// climb is "+216m"; empty of none.
func (u units) climb(m float64) string {
	switch {
	case math.Round(m) < 1:
		return ""
	case u.miles:
		return fmt.Sprintf("+%.0fft", m/i18n.MPerFoot)
	}
	return fmt.Sprintf("+%.0fm", m)
}

// heart is "HR 160", or "HR 160→176" where it went elsewhere.
func heart(from, to float64) string {
	a, b := math.Round(from), math.Round(to)
	switch {
	case a <= 0 && b <= 0:
		return ""
	case a == b, b <= 0:
		return fmt.Sprintf("HR %.0f", a)
	case a <= 0:
		return fmt.Sprintf("HR %.0f", b)
	}
	return fmt.Sprintf("HR %.0f→%.0f", a, b)
}

// watts is "312W"; empty where they are not known.
func watts(w float64) string {
	if math.Round(w) <= 0 {
		return ""
	}
	return fmt.Sprintf("%.0fW", w)
}

// at puts the sign of a level before it.
func at(level string) string {
	if level == "" {
		return ""
	}
	return "@" + level
}
