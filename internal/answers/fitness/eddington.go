package fitness

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Eddington holds a sport's Eddington number: the largest number E such that the athlete
// covered at least E km on at least E days. It also holds the number for miles, and the
// number of days missing for E + 1.
type Eddington struct {
	Sport        training.Sport `json:"sport"`
	KM           int            `json:"eddington_km"`
	KMMissing    int            `json:"km_days_to_next"`
	Miles        int            `json:"eddington_mi"`
	MilesMissing int            `json:"mi_days_to_next"`
	LongestDayKM *float64       `json:"longest_day_km,omitempty"`
	// Days is the number of days with a distance.
	Days int `json:"days"`
}

const (
	metresPerKM   = 1000
	metresPerMile = 1609.344
	// mostEddingtons is the maximum number of sports in an answer.
	mostEddingtons = 6
)

// eddingtons returns the Eddington numbers by sport, largest first. The
// activities must be in order of day.
func eddingtons(all iter.Seq[*store.LoadInput]) (out []Eddington) {
	type sums struct {
		days []int64 // thousandths of a metre
		last training.Day
	}
	of := map[training.Sport]*sums{}
	for in := range all {
		if in.DistanceM <= 0 || in.Sport == training.Transition {
			continue
		}
		s := of[in.Sport]
		if s == nil {
			s = &sums{}
			of[in.Sport] = s
		}
		if n := len(s.days); n == 0 || s.last != in.Day {
			s.days, s.last = append(s.days, 0), in.Day
		}
		s.days[len(s.days)-1] += thousandths(in.DistanceM)
	}
	for sport, s := range of {
		e := Eddington{Sport: sport, Days: len(s.days), LongestDayKM: shown(float64(slices.Max(s.days))/1000, metresPerKM, 2)}
		e.KM, e.KMMissing = eddingtonOf(s.days, metresPerKM)
		e.Miles, e.MilesMissing = eddingtonOf(s.days, metresPerMile)
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Eddington) int { return cmp.Or(b.KM-a.KM, b.Days-a.Days, cmp.Compare(a.Sport, b.Sport)) })
	return out[:min(len(out), mostEddingtons)]
}

// eddingtonOf returns the Eddington number of distances by day, in thousandths of a
// metre, for a unit in metres. missing is the number of days missing for the next number.
func eddingtonOf(days []int64, unitM float64) (number, missing int) {
	unit := thousandths(unitM)
	most := int64(len(days)) + 1      // larger values make no difference
	least := make([]int, len(days)+2) // least[n] is the number of days with at least n units
	for _, d := range days {
		least[min(d/unit, most)]++
	}
	for e := len(days); e > 0; e-- {
		least[e] += least[e+1]
		if least[e] >= e {
			return e, e + 1 - least[e+1]
		}
	}
	return 0, 1
}

// Milestone is a total up to the end of the period, with the round numbers
// passed within the period.
type Milestone struct {
	Of    string  `json:"of"` // activities, or a metric with its unit
	Total float64 `json:"total"`
	// Reached lists the numbers that were passed, latest last. ReachedOn lists their days.
	Reached   []float64      `json:"reached,omitempty"`
	ReachedOn []training.Day `json:"reached_on,omitempty"`
	// Next is the next round number, and ToNext the amount still missing.
	Next   float64 `json:"next"`
	ToNext float64 `json:"to_next"`
}

// mostReached is the maximum number of milestones of a kind.
const mostReached = 8

// milestoneSums are the totals, each with its shown unit and its smallest round number.
var milestoneSums = []struct {
	of    string
	least float64
	unit  float64
	value func(in *store.LoadInput) float64
}{
	{"activities", 10, 1, func(*store.LoadInput) float64 { return 1 }},
	{"distance_km", 100, 1000, func(in *store.LoadInput) float64 { return in.DistanceM }},
	{"duration_h", 10, 3600, func(in *store.LoadInput) float64 { return in.TimerS }},
	{"elevation_gain_m", 1000, 1, func(in *store.LoadInput) float64 { return in.GainM }},
}

// milestones returns the milestones up to the end of a period, by local days.
func milestones(all iter.Seq[*store.LoadInput], done training.DayRange) (out []Milestone) {
	for _, k := range milestoneSums {
		m, sum, next := Milestone{Of: k.of, Next: k.least}, int64(0), thousandths(k.least*k.unit)
		for in := range all {
			sum += thousandths(k.value(in))
			for sum >= next {
				if in.Day >= done.From {
					m.Reached, m.ReachedOn = append(m.Reached, m.Next), append(m.ReachedOn, in.Day)
				}
				m.Next = roundAfter(m.Next)
				next = thousandths(m.Next * k.unit)
			}
		}
		if sum == 0 {
			continue
		}
		cut := max(0, len(m.Reached)-mostReached)
		m.Reached, m.ReachedOn = m.Reached[cut:], m.ReachedOn[cut:]
		total := float64(sum) / 1000 / k.unit
		m.Total, m.ToNext = answers.Round(total, 1), answers.Round(m.Next-total, 1)
		out = append(out, m)
	}
	return out
}

// thousandths returns an amount in thousandths, such as mm or ms, for exact
// sums: 0.1 and 0.2 km are 0.3 km.
func thousandths(x float64) int64 { return int64(math.Round(x * 1000)) }

// roundAfter returns the number after n in the series 1, 2, 5, 10, 20, 50, and so on.
func roundAfter(n float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)+1e-9))
	if math.Round(n/power) == 2 {
		return 5 * power
	}
	return 2 * n
}

// HeatAndWind shows the weather of outdoor activities in one sport, next to
// their speed and heart rate. It shows correlation, not causation: hills and the intended
// effort differ, too.
type HeatAndWind struct {
	Sport training.Sport `json:"sport"`
	// ByService and ByDevice count the activities by the source of their temperature: the air
	// temperature from a service, or else the mean from the device, which is higher in the sun.
	ByService    int      `json:"temperature_by_service"`
	ByDevice     int      `json:"temperature_by_device"`
	TempC        *float64 `json:"avg_temp_c,omitempty"`
	WindSpeedKMH *float64 `json:"wind_speed_kmh,omitempty"`
	HeadwindPct  *float64 `json:"headwind_pct,omitempty"`
	// Bands span five degrees each, coldest first.
	Bands HeatBands `json:"bands"`
}

// HeatBands holds columns that share an index. A cell is null if no activity has a value.
type HeatBands struct {
	FromC            []float64  `json:"from_c"`
	Activities       []int      `json:"activities"`
	AvgSpeedKMH      []*float64 `json:"avg_speed_kmh"`
	AvgHRBpm         []*float64 `json:"avg_hr_bpm"`
	NormalizedPowerW []*float64 `json:"normalized_power_w"`
	GainMPerKM       []*float64 `json:"elevation_gain_m_per_km"`
	WindSpeedKMH     []*float64 `json:"wind_speed_kmh"`
}

// bandC is the width of a band in °C.
const bandC = 5

// mean is an average weighted by time.
type mean struct{ sum, weight float64 }

func (m *mean) add(v, weight float64) { m.sum, m.weight = m.sum+v*weight, m.weight+weight }

func (m *mean) shown(decimals int) *float64 {
	if m.weight <= 0 {
		return nil
	}
	v := answers.Round(m.sum/m.weight, decimals)
	return &v
}

// air adds up the activities of one temperature band.
type air struct {
	n                      int
	temp, speed, hr, power mean
	climb, wind, headwind  mean
	byService, byDevice    int
}

func (a *air) add(in *store.LoadInput, w *document.Weather, tempC float64, said bool) {
	const kmhPerMS = 3.6
	a.n++
	if said {
		a.byService++
	} else {
		a.byDevice++
	}
	a.temp.add(tempC, in.TimerS)
	if in.DistanceM > 0 {
		a.speed.add(in.DistanceM/in.TimerS*kmhPerMS, in.TimerS)
		a.climb.add(in.GainM/in.DistanceM*metresPerKM, in.DistanceM)
	}
	if in.AvgHR > 0 {
		a.hr.add(in.AvgHR, in.TimerS)
	}
	if in.NP > 0 {
		a.power.add(in.NP, in.TimerS)
	}
	if v, ok := w.Values[training.MetricWindSpeedKMH]; ok {
		a.wind.add(v, in.TimerS)
	}
	if v, ok := w.Values[training.MetricHeadwindPct]; ok {
		a.headwind.add(v, in.TimerS)
	}
}

// tempOf returns the temperature of an activity in °C: from a service, or else from the
// device. said reports that it is from a service.
func tempOf(w *document.Weather) (tempC float64, said, ok bool) {
	if t, ok := w.Values[training.MetricWeatherTempC]; ok {
		return t, true, true
	}
	if w.DeviceC == nil {
		return 0, false, false
	}
	return *w.DeviceC, false, true
}

// heatAndWind returns the weather of the sport that has the most activities
// with known weather, or nil if there is none.
func heatAndWind(all iter.Seq[*store.LoadInput], weathers map[training.ActivityID]document.Weather) *HeatAndWind {
	type band struct {
		sport training.Sport
		from  float64
	}
	bands, whole := map[band]*air{}, map[training.Sport]*air{}
	for in := range all {
		w := weathers[in.ID]
		t, said, ok := tempOf(&w)
		if !ok || in.Indoor || in.TimerS <= 0 {
			continue
		}
		b := band{in.Sport, math.Floor(t/bandC) * bandC}
		if bands[b] == nil {
			bands[b] = &air{}
		}
		if whole[in.Sport] == nil {
			whole[in.Sport] = &air{}
		}
		bands[b].add(in, &w, t, said)
		whole[in.Sport].add(in, &w, t, said)
	}
	if len(whole) == 0 {
		return nil
	}
	sport := slices.MinFunc(slices.Collect(maps.Keys(whole)), func(a, b training.Sport) int {
		return cmp.Or(whole[b].n-whole[a].n, cmp.Compare(a, b))
	})
	a := whole[sport]
	v := &HeatAndWind{
		Sport: sport, ByService: a.byService, ByDevice: a.byDevice,
		TempC: a.temp.shown(1), WindSpeedKMH: a.wind.shown(1), HeadwindPct: a.headwind.shown(0),
	}
	for _, b := range slices.SortedFunc(maps.Keys(bands), func(a, b band) int { return cmp.Compare(a.from, b.from) }) {
		if b.sport == sport {
			v.Bands.add(b.from, bands[b])
		}
	}
	return v
}

func (h *HeatBands) add(from float64, a *air) {
	h.FromC, h.Activities = append(h.FromC, from), append(h.Activities, a.n)
	h.AvgSpeedKMH, h.AvgHRBpm = append(h.AvgSpeedKMH, a.speed.shown(2)), append(h.AvgHRBpm, a.hr.shown(0))
	h.NormalizedPowerW = append(h.NormalizedPowerW, a.power.shown(0))
	h.GainMPerKM, h.WindSpeedKMH = append(h.GainMPerKM, a.climb.shown(1)), append(h.WindSpeedKMH, a.wind.shown(1))
}

// fewInBand is the minimum number of activities in a band whose means are compared.
const fewInBand = 3

// words returns a comparison of the warmest and the coldest band with enough activities.
func (h *HeatAndWind) words() []i18n.Sentence {
	var enough []int
	for i, n := range h.Bands.Activities {
		if n >= fewInBand && h.Bands.AvgSpeedKMH[i] != nil {
			enough = append(enough, i)
		}
	}
	if len(enough) < 2 {
		return []i18n.Sentence{"There are fewer than two temperature bands of five degrees with at least three activities each, so " +
			"nothing can be compared."}
	}
	cold, warm := enough[0], enough[len(enough)-1]
	return []i18n.Sentence{
		i18n.Sentencef("Outdoors in %s: from %s, %s; from %s, %s.", h.Sport, degrees(h.Bands.FromC[cold]), h.Bands.told(cold),
			degrees(h.Bands.FromC[warm]), h.Bands.told(warm)),
		"Hills and the planned effort differ too: compare the bands' climb and power before you blame the heat.",
	}
}

func degrees(c float64) i18n.Quantity { return i18n.Measured("%g ", c, i18n.Degrees()) }

func (h *HeatBands) told(i int) i18n.Sentence {
	n := i18n.Numbered(h.Activities[i], "activity", "activities")
	speed := i18n.Measured("%.1f ", *h.AvgSpeedKMH[i], i18n.KilometresPerHour())
	if hr := h.AvgHRBpm[i]; hr != nil {
		return i18n.Sentencef("%s at %.0f bpm (%s)", speed, *hr, n)
	}
	return i18n.Sentencef("%s (%s)", speed, n)
}
