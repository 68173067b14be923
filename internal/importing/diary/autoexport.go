package diary

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// AutoExportForm recognises and reads the JSON files of Health Auto Export, which an app on a
// phone writes into a folder, or that are sent somewhere.
type AutoExportForm struct{}

// appleSource is the source of the values, because they are from Apple Health.
const appleSource = "apple"

// IsSingle reports that a file is a whole export by itself.
func (AutoExportForm) IsSingle() {}

var autoExported = textclean.LazyRegexp(`^(?:\x{feff})?\s*\{\s*"data"\s*:\s*\{\s*"(metrics|workouts|stateOfMind|symptoms|ecg|medications|cycleTracking|` +
	`heartRateNotifications)"\s*:`)

// Top returns the folder of a file.
func (f AutoExportForm) Top(e *listing.Entry) (string, bool) { return folderOf(e), f.is(e) }

func (AutoExportForm) is(e *listing.Entry) bool {
	if e.Sift != nil || !strings.EqualFold(path.Ext(e.Rel), ".json") {
		return false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return err == nil && autoExported.Get().Match(head)
}

// autoMetric is a metric that is read, with the units that the athlete can choose.
type autoMetric struct {
	field training.WellnessField
	rule  rule
	units map[string]float64
}

var (
	perMinute = map[string]float64{"count/min": 1, "bpm": 1}
	energy    = map[string]float64{"kcal": 1, "kJ": 1 / 4.184}
	grams     = map[string]float64{"g": 1}
	percent   = map[string]float64{"%": 1}
	oxygen    = map[string]float64{"ml/(kg·min)": 1, "ml/(kg*min)": 1, "mL/min·kg": 1, "mL/kg·min": 1}
)

// autoMetrics maps the app's names to the metrics that are read. Its HRV is Apple's, which is SDNN.
var autoMetrics = map[string]autoMetric{
	"step_count":              {stepsF, sum, map[string]float64{"count": 1, "steps": 1}},
	"active_energy":           {training.WellnessActiveKcal, sum, energy},
	"resting_heart_rate":      {restingF, mean, perMinute},
	"heart_rate_variability":  {training.WellnessHRVSdnnMs, mean, map[string]float64{"ms": 1}},
	"respiratory_rate":        {breathF, mean, perMinute},
	"blood_oxygen_saturation": {training.WellnessSpO2Pct, mean, percent},
	"vo2_max":                 {training.WellnessVO2Max, mean, oxygen},
	"weight_body_mass":        {weightF, mean, map[string]float64{"kg": 1, "lb": i18n.KgPerLb}},
	"body_fat_percentage":     {training.WellnessBodyFatPct, mean, percent},
	"blood_glucose":           {training.WellnessGlucoseMmolL, mean, map[string]float64{"mmol/L": 1, "mg/dL": training.MmolPerMg}},
	"dietary_energy":          {training.WellnessEatenKcal, sum, energy},
	"carbohydrates":           {training.WellnessCarbsG, sum, grams},
	"protein":                 {training.WellnessProteinG, sum, grams},
	"total_fat":               {training.WellnessFatG, sum, grams},
	"dietary_water":           {training.WellnessDrunkL, sum, map[string]float64{"L": 1, "mL": 1e-3}},
	"blood_pressure":          {training.WellnessSystolicMmHg, mean, map[string]float64{"mmHg": 1}},
	"sleep_analysis":          {asleepF, mean, map[string]float64{"hr": 1, "": 1}},
}

// autoDatum is one datum of a metric. Which fields it has depends on the metric.
type autoDatum struct {
	Date, StartDate, EndDate, Source, SleepStart, SleepEnd string

	Qty, Systolic, Diastolic              float64
	Asleep, Core, Deep, Rem, Awake, InBed float64 // h
	Value                                 any
}

// Emit yields the days of all files in the folder, with a source of statements for each metric,
// because the athlete may have some metrics exported into one file and others into another.
func (f AutoExportForm) Emit(x *listing.Export) {
	x.Return()
	g := newGroup(x, "Health Auto Export")
	for name, e := range x.Files(false, f.is) {
		x.Use(name)
		if !g.file(&e, func() error { return g.autoExport(&e) }) {
			return
		}
	}
	g.yield()
}

func (g *group) autoExport(e *listing.Entry) error {
	var v struct {
		Data struct {
			Metrics []struct {
				Name, Units string
				Data        []autoDatum
			}
		}
	}
	data, err := g.x.Table(e)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &v); err != nil {
		return err
	}
	for _, m := range v.Data.Metrics {
		kind, ok := autoMetrics[m.Name]
		if !ok {
			continue
		}
		part := m.Name
		if kind.field == training.WellnessBodyFatPct {
			part = "weight_body_mass" // one measurement of a scale
		}
		d := g.part(appleSource, part)
		scale, known := kind.units[m.Units]
		switch {
		case !known:
			d.odd += len(m.Data)
		case m.Name == "sleep_analysis":
			d.autoNights(m.Data)
		default:
			d.autoValues(kind, scale, m.Data)
		}
	}
	return nil
}

// autoValues adds the values of a metric. Files may overlap, and one device of one file counts
// for a day.
func (d *days) autoValues(m autoMetric, scale float64, data []autoDatum) {
	for i := range data {
		at, zoned, ok := calendar{}.parse(data[i].Date)
		if !ok || !zoned {
			d.odd++
			continue
		}
		from := origin(data[i].Source, d.file)
		day := training.DayOf(at)
		if m.field == training.WellnessSystolicMmHg {
			d.put(day, m.field, from, m.rule, data[i].Systolic, at)
			d.put(day, training.WellnessDiastolicMmHg, from, m.rule, data[i].Diastolic, at)
			continue
		}
		v := data[i].Qty * scale
		if (m.field == training.WellnessSpO2Pct || m.field == training.WellnessBodyFatPct) && v > 0 && v <= 1 {
			v *= 100 // a fraction
		}
		d.put(day, m.field, from, m.rule, v, at)
	}
}

// origin names a device or app of a file. What follows the zero byte keeps files apart.
func origin(name string, file int) string {
	return textclean.Line(name, textclean.NameRunes) + "\x00" + string(rune(file))
}

var autoStages = map[string]training.WellnessField{
	"Core": lightF, "Deep": deepF, "REM": remF, "Awake": awakeF, "Asleep": asleepF, "Unspecified": asleepF, "In Bed": bedF, "InBed": bedF,
}

// autoNights adds nights, or the stages of which they consist.
func (d *days) autoNights(data []autoDatum) {
	const hourS = 3600
	var all []stretch
	for i := range data {
		v := &data[i]
		if name, isText := v.Value.(string); isText {
			start, zoned1, ok1 := calendar{}.parse(v.StartDate)
			end, zoned2, ok2 := calendar{}.parse(v.EndDate)
			stage, known := autoStages[name]
			if !ok1 || !ok2 || !known || !zoned1 || !zoned2 || !end.After(start) {
				d.odd++
				continue
			}
			all = append(all, stretch{start, end, stage, textclean.Line(v.Source, textclean.NameRunes)})
			continue
		}
		start, zoned1, ok1 := calendar{}.parse(v.SleepStart)
		end, zoned2, ok2 := calendar{}.parse(v.SleepEnd)
		if !ok1 || !ok2 || !zoned1 || !zoned2 {
			d.odd++
			continue
		}
		n := night{start: start, end: end, from: textclean.Line(v.Source, textclean.NameRunes), numbers: map[training.WellnessField]float64{}}
		put(n.numbers, asleepF, hourS*max(v.Asleep, v.Core+v.Deep+v.Rem))
		if v.Core+v.Deep+v.Rem > 0 {
			maps.Copy(n.numbers, map[training.WellnessField]float64{
				lightF: v.Core * hourS, deepF: v.Deep * hourS, remF: v.Rem * hourS, awakeF: v.Awake * hourS,
			})
		}
		d.sleep(n)
	}
	for _, n := range nightsOf(all) {
		d.slept(&n)
	}
}
