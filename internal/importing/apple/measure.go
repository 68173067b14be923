package apple

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// measure defines how records of one type are combined into one value per day.
type measure struct {
	field training.WellnessField
	sum   bool // sum of the day's records, otherwise their mean
	units units
}

// units maps the units of records to factors that convert them to the field's unit.
type units map[string]float64

const (
	kgPerStone      = 14 * i18n.KgPerLb
	mmHgPerKPa      = 7.500617
	kcalPerKJ       = 1 / 4.184
	cmPerInch       = 2.54
	litresPerOunce  = 0.0295735295625 // US fluid ounce
	litresPerOunceI = 0.0284130625    // imperial fluid ounce
	gramsPerOunce   = 28.349523125
)

var (
	perMinute = units{"count/min": 1, "count/s": 60}
	share     = units{"%": 100} // given as a fraction
	mass      = units{"kg": 1, "g": 1e-3, "lb": i18n.KgPerLb, "st": kgPerStone}
	pressure  = units{"mmHg": 1, "kPa": mmHgPerKPa}
	energy    = units{"kcal": 1, "Cal": 1, "kJ": kcalPerKJ, "cal": 1e-3}
	grams     = units{"g": 1, "mg": 1e-3, "oz": gramsPerOunce}
)

// measures maps Apple's names to the types of records that are combined by day.
var measures = map[string]measure{
	"RestingHeartRate":         {field: training.WellnessRestingHRBpm, units: perMinute},
	"HeartRateVariabilitySDNN": {field: training.WellnessHRVSdnnMs, units: units{"ms": 1, "s": 1000}},
	"RespiratoryRate":          {field: training.WellnessRespirationPerM, units: perMinute},
	"OxygenSaturation":         {field: training.WellnessSpO2Pct, units: share},
	"BodyMass":                 {field: training.WellnessWeightKg, units: mass},
	"BodyFatPercentage":        {field: training.WellnessBodyFatPct, units: share},
	"WaistCircumference":       {field: training.WellnessAbdomenCm, units: units{"cm": 1, "m": 100, "in": cmPerInch}},
	"VO2Max": {
		field: training.WellnessVO2Max,
		units: units{"mL/min·kg": 1, "ml/(kg*min)": 1, "mL/(kg·min)": 1, "mL/kg·min": 1},
	},
	"BloodPressureSystolic":  {field: training.WellnessSystolicMmHg, units: pressure},
	"BloodPressureDiastolic": {field: training.WellnessDiastolicMmHg, units: pressure},
	"BloodGlucose": {
		field: training.WellnessGlucoseMmolL,
		units: units{"mmol<180.15588000005408>/L": 1, "mmol<180.1558800000541>/L": 1, "mmol/L": 1, "mg/dL": training.MmolPerMg},
	},
	"StepCount":             {field: training.WellnessSteps, sum: true, units: units{"count": 1}},
	"DietaryEnergyConsumed": {field: training.WellnessEatenKcal, sum: true, units: energy},
	"DietaryCarbohydrates":  {field: training.WellnessCarbsG, sum: true, units: grams},
	"DietaryProtein":        {field: training.WellnessProteinG, sum: true, units: grams},
	"DietaryFatTotal":       {field: training.WellnessFatG, sum: true, units: grams},
	"DietaryWater": {
		field: training.WellnessDrunkL, sum: true,
		units: units{"L": 1, "mL": 1e-3, "fl_oz_us": litresPerOunce, "fl_oz_imp": litresPerOunceI},
	},
}

// dayKey identifies one source's records of one type on one day.
type dayKey struct {
	day  training.Day
	kind string // Apple's name for the measure
	from sourceID
}

type total struct {
	sum   float64
	count int
}

// mostTotals limits the memory used for a file that is not a real export.
const mostTotals = 1_000_000

// measured adds a record to its day. It returns false if the record is unusable.
func (h *health) measured(kind string, m measure, e *element) bool {
	at, ok := h.clock.read(e.raw("startDate"))
	v, isNumber := e.number("value")
	scale, known := m.units[e.text("unit")]
	if !ok || !isNumber || !known {
		return false
	}
	v *= scale
	lowest, highest, _ := m.field.Range()
	if v < lowest || v > highest {
		return false
	}
	key := dayKey{at.day(), kind, h.sources.of(e)}
	t, there := h.totals[key]
	if !there && len(h.totals) >= mostTotals {
		return false
	}
	h.totals[key] = total{t.sum + v, t.count + 1}
	return true
}

// wellness holds days: the values of the best source of each type, and the values of the other
// sources by their names. All are kept, so that the athlete's order of sources decides which one counts.
type wellness struct {
	best   map[training.Day]*training.WellnessDay
	others map[string]map[training.Day]*training.WellnessDay
}

// of returns the day for one of several sources that say the same. They must come best first;
// named has the names of those before. It returns nil for a second source with the same name.
func (w *wellness) of(d training.Day, named map[string]bool, by string) *training.WellnessDay {
	if named[by] {
		return nil
	}
	named[by] = true
	if len(named) == 1 {
		return on(w.best, d)
	}
	if w.others[by] == nil {
		w.others[by] = map[training.Day]*training.WellnessDay{}
	}
	return on(w.others[by], d)
}

// values adds to each day the values that sources measured.
func (h *health) values(w *wellness) {
	h.beyond = 0
	sources := map[dayKey][]sourceID{}
	for k := range h.totals {
		of := dayKey{day: k.day, kind: k.kind}
		sources[of] = append(sources[of], k.from)
	}
	for of, all := range sources {
		slices.SortFunc(all, func(a, b sourceID) int { return cmp.Or(h.source(a).before(h.source(b)), cmp.Compare(a, b)) })
		m, named := measures[of.kind], map[string]bool{}
		for _, from := range all {
			t := h.totals[dayKey{of.day, of.kind, from}]
			v := t.sum
			if !m.sum {
				v /= float64(t.count)
			}
			if lowest, highest, _ := m.field.Range(); v < lowest || v > highest {
				h.beyond++
				continue
			}
			if d := w.of(of.day, named, h.source(from).shown()); d != nil {
				d.Put(m.field, v, h.source(from).shown())
			}
		}
	}
}

func on(days map[training.Day]*training.WellnessDay, d training.Day) *training.WellnessDay {
	if days[d] == nil {
		days[d] = &training.WellnessDay{Day: d}
	}
	return days[d]
}

// summary reads a day's energy from Apple's daily summary.
func (h *health) summary(e *element) bool {
	day, err := training.ParseDay(e.text("dateComponents"))
	v, ok := e.number("activeEnergyBurned")
	if err != nil || !ok {
		return false
	}
	if scale, known := energy[e.text("activeEnergyBurnedUnit")]; known && v > 0 && len(h.burned) < mostTotals {
		h.burned[day] = v * scale
	}
	return true
}

// kind is a type of record that is used for a workout's stream.
type kind struct {
	channel training.Channel
	units   units // factors that convert to the channel's display unit
}

const (
	perKMH = 1 / 3.6
	perMPH = 0.44704
)

var speeds = units{"m/s": 1, "km/hr": perKMH, "mi/hr": perMPH}

// kinds maps Apple's names to the types of records that are read.
var kinds = map[string]kind{
	"HeartRate":                  {training.HeartRate, perMinute},
	"RunningPower":               {training.Power, units{"W": 1}},
	"CyclingPower":               {training.Power, units{"W": 1}},
	"CyclingCadence":             {training.Cadence, perMinute},
	"CyclingSpeed":               {training.Speed, speeds},
	"RunningSpeed":               {training.Speed, speeds},
	"RunningVerticalOscillation": {training.VerticalOscillation, units{"cm": 10, "in": 25.4}},
	"RunningGroundContactTime":   {training.GroundContact, units{"ms": 1}},
}

// samples holds the packed values of one channel from one source. They make up most of a file, and
// only its end shows which of them belong to a workout. Packed, a value takes two or three bytes.
type samples struct {
	blocks []block
	lastAt int64
	lastV  int64
}

type block struct {
	from, to int64 // times of the earliest and the latest sample
	firstAt  int64
	data     []byte
}

// blockBytes is the size of a block. To find the samples of a workout, a block
// is unpacked as a whole.
const blockBytes = 8 << 10

func (s *samples) add(at, v int64) {
	n := len(s.blocks)
	if n == 0 || len(s.blocks[n-1].data) > blockBytes-2*binary.MaxVarintLen64 {
		s.blocks = append(s.blocks, block{from: at, to: at, firstAt: at, data: make([]byte, 0, blockBytes)})
		s.lastAt, s.lastV = at, 0
		n++
	}
	b := &s.blocks[n-1]
	b.data = binary.AppendVarint(b.data, at-s.lastAt)
	b.data = binary.AppendVarint(b.data, v-s.lastV)
	b.from, b.to = min(b.from, at), max(b.to, at)
	s.lastAt, s.lastV = at, v
}

// each yields the samples within a span, including both ends.
func (s *samples) each(from, to int64, yield func(at, v int64) bool) {
	if s == nil {
		return
	}
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.to < from || b.from > to {
			continue
		}
		if !b.each(func(at, v int64) bool { return at < from || at > to || yield(at, v) }) {
			return
		}
	}
}

// each yields the samples of a block. It returns false if yield did.
func (b *block) each(yield func(at, v int64) bool) bool {
	at, v := b.firstAt, int64(0)
	for data := b.data; len(data) > 0; {
		dt, n := binary.Varint(data)
		dv, m := binary.Varint(data[n:])
		data = data[n+m:]
		at, v = at+dt, v+dv
		if !yield(at, v) {
			return false
		}
	}
	return true
}

// any reports whether there is a sample within a span.
func (s *samples) any(from, to int64) (found bool) {
	s.each(from, to, func(int64, int64) bool { found = true; return false })
	return found
}

// seriesKey identifies the samples of one channel from one source.
type seriesKey struct {
	channel training.Channel
	from    sourceID
}

// rank sorts the samples of each channel, best source first. It must be called after
// the last record has been read, because until then, the rank of a source may change.
func (h *health) rank() {
	keys := slices.SortedFunc(maps.Keys(h.series), func(a, b seriesKey) int {
		return cmp.Or(h.source(a.from).before(h.source(b.from)), cmp.Compare(a.from, b.from))
	})
	for _, k := range keys {
		h.ranked[k.channel] = append(h.ranked[k.channel], h.series[k])
	}
}

// mostBlocks is the maximum number of blocks: 128 MiB in total, which is enough for a lifetime.
const mostBlocks = 16 << 10

// sampled stores a value of a stream. It returns false if the value is unusable.
func (h *health) sampled(k kind, e *element) bool {
	at, ok := h.clock.read(e.raw("startDate"))
	v, isNumber := e.number("value")
	scale, known := k.units[string(e.raw("unit"))]
	if !ok || !isNumber || !known {
		return false
	}
	v *= scale * k.channel.Scale()
	const most = 1 << 31
	if v < 0 || v >= most {
		return false
	}
	key := seriesKey{k.channel, h.sources.of(e)}
	s := h.series[key]
	if s == nil {
		s = &samples{}
		h.series[key] = s
	}
	blocks := len(s.blocks)
	if h.blocks >= mostBlocks {
		return false
	}
	s.add(at.unix, int64(v+0.5))
	h.blocks += len(s.blocks) - blocks
	return true
}
