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

// HeatAndWind is the weather of what was done outdoors in one sport, beside how
// fast it was and what the heart did. It shows what went together and no cause:
// hills, and how hard it was meant to be, differ too.
type HeatAndWind struct {
	Sport training.Sport `json:"sport"`
	// ByService and ByDevice count whose temperature it is: a service's of the
	// air, else the mean of the device, which reads more in the sun.
	ByService    int      `json:"temperature_by_service"`
	ByDevice     int      `json:"temperature_by_device"`
	TempC        *float64 `json:"avg_temp_c,omitempty"`
	WindSpeedKMH *float64 `json:"wind_speed_kmh,omitempty"`
	HeadwindPct  *float64 `json:"headwind_pct,omitempty"`
	// Bands are five degrees each, the coldest first.
	Bands HeatBands `json:"bands"`
}

// HeatBands are on one index. A cell is null where no activity has a value.
type HeatBands struct {
	FromC            []float64  `json:"from_c"`
	Activities       []int      `json:"activities"`
	AvgSpeedKMH      []*float64 `json:"avg_speed_kmh"`
	AvgHRBpm         []*float64 `json:"avg_hr_bpm"`
	NormalizedPowerW []*float64 `json:"normalized_power_w"`
	GainMPerKM       []*float64 `json:"elevation_gain_m_per_km"`
	WindSpeedKMH     []*float64 `json:"wind_speed_kmh"`
}

// bandC is how wide a band is.
const bandC = 5

// mean is weighted by time.
type mean struct{ sum, weight float64 }

func (m *mean) add(v, weight float64) { m.sum, m.weight = m.sum+v*weight, m.weight+weight }

func (m *mean) shown(decimals int) *float64 {
	if m.weight <= 0 {
		return nil
	}
	v := answers.Round(m.sum/m.weight, decimals)
	return &v
}

// air adds up what was done at some temperature.
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

// tempOf is the temperature of an activity, the service's word first.
func tempOf(w *document.Weather) (tempC float64, said, ok bool) {
	if t, ok := w.Values[training.MetricWeatherTempC]; ok {
		return t, true, true
	}
	if w.DeviceC == nil {
		return 0, false, false
	}
	return *w.DeviceC, false, true
}

// heatAndWind is the weather of the sport asked about, or of the one with the
// most activities whose weather is known; nil where none is.
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

// fewInBand is of how many activities a band's mean is told in words.
const fewInBand = 3

// words compares the warmest with the coldest band that have enough activities.
func (h *HeatAndWind) words() []i18n.Sentence {
	var enough []int
	for i, n := range h.Bands.Activities {
		if n >= fewInBand && h.Bands.AvgSpeedKMH[i] != nil {
			enough = append(enough, i)
		}
	}
	if len(enough) < 2 {
		return []i18n.Sentence{"There are not two bands of five degrees with three activities each to compare."}
	}
	cold, warm := enough[0], enough[len(enough)-1]
	return []i18n.Sentence{
		i18n.Sentencef("Outdoors in %s: from %s %s, from %s %s.", h.Sport, degrees(h.Bands.FromC[cold]), h.Bands.told(cold),
			degrees(h.Bands.FromC[warm]), h.Bands.told(warm)),
		"Hills and how hard it was meant to be differ too: compare the bands' climb and power before heat is blamed.",
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
