// Package diarytest writes the files of days that makers of watches, rings, scales and apps
// hand out, from days in plain numbers. It is written from descriptions of the formats and
// knows no reader.
package diarytest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Day is what is true of one day of the athlete. Zero means that nothing was measured.
type Day struct {
	Date    time.Time // midnight in UTC
	Night   Night     // from which the athlete wakes on this day
	Nap     Night     // in the afternoon
	Resting int       // bpm
	RMSSD   int       // ms
	SDNN    int       // ms
	Ready   int       // 0 to 100
	SpO2    float64   // percent
	Breath  float64   // per minute
	Steps   int
	Total   int // kcal
	Active  int // kcal
	Weight  float64
	Fat     float64 // percent
	VO2max  float64
	High    int // blood pressure
	Low     int
	Meals   []Meal
	Glucose []float64 // mg/dl, every 15 minutes from midnight
	Stress  []int     // 0 to 100 or a negative code, every half hour from ten past midnight
	Energy  []int     // 0 to 100, at the same times
}

// Night is one sleep. Its times have the local offset.
type Night struct {
	Start, End             time.Time
	Deep, Light, Rem, Wake int // minutes
	Score                  int
	AvgHR                  int
}

// Asleep returns the minutes asleep.
func (n Night) Asleep() int { return n.Deep + n.Light + n.Rem }

// Meal is something eaten.
type Meal struct {
	Name                     string
	Kcal, Carbs, Protein, Ft float64
}

// Days returns days that are each different. The athlete travels from the zone of offset
// (in s) one hour east at half of them, and measures nothing on some.
func Days(seed uint64, n, offset int) []Day {
	r := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // a test
	first := time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)
	out := make([]Day, n)
	for i := range out {
		if i == n/2 {
			offset += 3600
		}
		d := &out[i]
		d.Date = first.AddDate(0, 0, i)
		if i%9 == 5 { // nothing was worn
			continue
		}
		zone := time.FixedZone("", offset)
		day := d.Date
		wake := time.Date(day.Year(), day.Month(), day.Day(), 6, r.IntN(60), r.IntN(60), 0, zone)
		d.Night = Night{Deep: 40 + r.IntN(60), Light: 150 + r.IntN(120), Rem: 50 + r.IntN(60), Wake: 5 + r.IntN(40), Score: 50 + r.IntN(50), AvgHR: 48 + r.IntN(9)}
		d.Night.End = wake
		d.Night.Start = wake.Add(-time.Duration(d.Night.Asleep()+d.Night.Wake) * time.Minute)
		if i%4 == 1 {
			at := time.Date(day.Year(), day.Month(), day.Day(), 14, 5, 0, 0, zone)
			d.Nap = Night{Start: at, End: at.Add(50 * time.Minute), Light: 40, Wake: 10, Score: 20, AvgHR: 60}
		}
		d.Resting, d.RMSSD, d.SDNN, d.Ready = 40+r.IntN(15), 40+r.IntN(60), 60+r.IntN(50), 20+r.IntN(80)
		d.SpO2, d.Breath = 93+float64(r.IntN(60))/10, 12+float64(r.IntN(60))/10
		d.Steps, d.Total, d.Active = 2000+r.IntN(15000), 2000+r.IntN(1800), 300+r.IntN(900)
		d.Weight, d.Fat, d.VO2max = 68+float64(r.IntN(40))/10, 12+float64(r.IntN(60))/10, 50+float64(r.IntN(90))/10
		d.High, d.Low = 110+r.IntN(25), 65+r.IntN(20)
		for _, name := range []string{"Breakfast", "Lunch", "Dinner"} {
			d.Meals = append(d.Meals, Meal{name, float64(300 + r.IntN(900)), float64(20 + r.IntN(120)), float64(5 + r.IntN(60)), float64(5 + r.IntN(40))})
		}
		for range 96 {
			d.Glucose = append(d.Glucose, float64(70+r.IntN(80)))
		}
		for i := range 48 {
			d.Stress = append(d.Stress, r.IntN(100)-i%7/6*1000)
			d.Energy = append(d.Energy, 5+r.IntN(95))
		}
	}
	return out
}

// File is one file of an export.
type File struct {
	Name string
	Data []byte
}

// Form is an export of one maker.
type Form struct {
	Name, Source string
	Files        []File
	// Want returns the values of a day by field, in the units of the fields; sleep_start and
	// sleep_end are in s since 1970. It returns none for a day that the export does not have.
	Want func(d Day) map[string]float64
	Days []Day
}

// All returns every form in its variants, by their names.
func All(seed uint64) map[string]Form {
	const n, east, west = 40, 7200, -5 * 3600
	out := map[string]Form{}
	add := func(offset int, forms map[string]func([]Day) Form) {
		for name, of := range forms {
			f := of(Days(seed, n, offset))
			f.Days = Days(seed, n, offset)
			out[name] = f
		}
	}
	add(east, map[string]func([]Day) Form{
		"whoop":                 func(d []Day) Form { return Whoop(d, false) },
		"oura":                  func(d []Day) Form { return Oura(d, false) },
		"oura trends":           OuraTrends,
		"withings":              func(d []Day) Form { return Withings(d, false, false) },
		"hrv4training":          func(d []Day) Form { return HRV4Training(d, time.DateOnly) },
		"hrv4training, slashes": func(d []Day) Form { return HRV4Training(d, "1/2/2006") },
		"elite hrv":             EliteHRV,
		"cronometer":            func(d []Day) Form { return Cronometer(d, false) },
		"cronometer servings":   func(d []Day) Form { return Cronometer(d, true) },
		"myfitnesspal":          func(d []Day) Form { return MyFitnessPal(d, time.DateOnly) },
		"libreview":             func(d []Day) Form { return LibreView(d, false, false) },
		"dexcom":                Dexcom,
		"auto export":           func(d []Day) Form { return AutoExport(d, false, false) },
		"samsung":               func(d []Day) Form { return Samsung(d, false) },
		"health connect":        HealthConnect,
		"watch":                 func(d []Day) Form { return Watch(d, false) },
		"google":                func(d []Day) Form { return Google(d, "Takeout/Google Health/") },
	})
	add(west, map[string]func([]Day) Form{
		"whoop, spanish":           func(d []Day) Form { return Whoop(d, true) },
		"oura, quoted":             func(d []Day) Form { return Oura(d, true) },
		"withings, lb, german":     func(d []Day) Form { return Withings(d, true, true) },
		"hrv4training, dots":       func(d []Day) Form { return HRV4Training(d, "02.01.2006") },
		"myfitnesspal, m/d/y":      func(d []Day) Form { return MyFitnessPal(d, "01/02/2006") },
		"libreview, mmol":          func(d []Day) Form { return LibreView(d, true, true) },
		"auto export, stages, lb":  func(d []Day) Form { return AutoExport(d, true, true) },
		"watch, files of days":     func(d []Day) Form { return Watch(d, true) },
		"samsung, ms":              func(d []Day) Form { return Samsung(d, true) },
		"google, the older lists":  GoogleOlder,
		"google, the older folder": func(d []Day) Form { return Google(d, "Takeout/Fitbit/") },
	})
	return out
}

// table writes a table.
func table(comma rune, header []string, rows [][]string) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = comma
	_ = w.Write(header)
	_ = w.WriteAll(rows)
	w.Flush()
	return []byte(b.String())
}

func num(v any) string {
	switch v := v.(type) {
	case int:
		if v == 0 {
			return ""
		}
		return strconv.Itoa(v)
	case float64:
		if v == 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	panic(fmt.Sprintf("%T", v))
}

func split(s string) []string { return strings.Split(s, "|") }

const clock = "2006-01-02 15:04:05"

func zone(t time.Time) string { return t.Format("UTC-07:00") }

// night returns what every export with stages has of a night.
func night(d Day, stages bool) map[string]float64 {
	n := d.Night
	out := map[string]float64{
		"sleep_s": float64(60 * n.Asleep()), "sleep_in_bed_s": n.End.Sub(n.Start).Seconds(),
		"sleep_start": float64(n.Start.Unix()), "sleep_end": float64(n.End.Unix()),
	}
	if stages {
		maps.Copy(out, map[string]float64{
			"sleep_deep_s": float64(60 * n.Deep), "sleep_light_s": float64(60 * n.Light), "sleep_rem_s": float64(60 * n.Rem),
			"sleep_awake_s": float64(60 * n.Wake),
		})
	}
	return out
}

func with(of map[string]float64, more map[string]float64) map[string]float64 {
	maps.Copy(of, more)
	return of
}

func worn(d Day) bool { return d.Resting > 0 }

// measured returns a function that returns nothing for days on which nothing was measured.
func measured(f func(Day) map[string]float64) func(Day) map[string]float64 {
	return func(d Day) map[string]float64 {
		if !worn(d) {
			return nil
		}
		return f(d)
	}
}

var whoopCycles = "Cycle start time|Cycle end time|Cycle timezone|Recovery score %|Resting heart rate (bpm)|" +
	"Heart rate variability (ms)|Skin temp (celsius)|Blood oxygen %|Day Strain|Energy burned (cal)|Max HR (bpm)|Average HR (bpm)|" +
	"Sleep onset|Wake onset|Sleep performance %|Respiratory rate (rpm)|Asleep duration (min)|In bed duration (min)|Light sleep duration (min)|" +
	"Deep (SWS) duration (min)|REM duration (min)|Awake duration (min)|Sleep need (min)|Sleep debt (min)|Sleep efficiency %|Sleep consistency %"

const whoopSpanish = "Hora de inicio del ciclo|Hora de fin del ciclo|Zona horaria del ciclo|Puntuación de recuperación (%)|" +
	"Frecuencia cardíaca en reposo (lpm)|Variabilidad de la frecuencia cardíaca (ms)|Temp. cutánea (grados centígrados)|Oxígeno en sangre %|" +
	"Esfuerzo del día|Energía quemada (cal)|FC máx. (lpm)|FC media (lpm)|Inicio del sueño|Inicio del despertar|Rendimiento del sueño %|" +
	"Frecuencia respiratoria (rpm)|Duración dormido (min)|Duración en cama (min)|Sueño ligero (min)|Sueño profundo (min)|REM (min)|Despierto (min)|" +
	"Sueño necesario (min)|Deuda de sueño (min)|Eficiencia del sueño %|Constancia del sueño %"

// Whoop writes the archive of Whoop, newest first, in English or Spanish. The last cycle is running.
func Whoop(days []Day, spanish bool) Form {
	var cycles, sleeps [][]string
	for i := range days {
		d := days[len(days)-1-i]
		if !worn(d) {
			continue
		}
		row := func(n Night, end string) []string {
			return []string{
				n.Start.Format(clock), n.End.Format(clock), num(n.Score), num(d.Breath), num(n.Asleep()), num(n.Asleep() + n.Wake), num(n.Light), num(n.Deep),
				num(n.Rem), num(n.Wake), "480", "30", "94", end,
			}
		}
		end := d.Night.Start.Add(24 * time.Hour).Format(clock)
		if i == 0 {
			end = ""
		}
		head := []string{d.Night.Start.Format(clock), end, zone(d.Night.Start)}
		night := row(d.Night, "84")
		cycles = append(cycles, slices.Concat(head, []string{
			num(d.Ready), num(d.Resting), num(d.RMSSD), "33.4", num(d.SpO2), "12.5", num(d.Total), "171", "76",
		}, night))
		sleeps = append(sleeps, slices.Concat(head, night, []string{"false"}))
		if !d.Nap.Start.IsZero() {
			sleeps = append(sleeps, slices.Concat(head, row(d.Nap, ""), []string{"true"}))
		}
	}
	names, nights := split(whoopCycles), "sleeps.csv"
	if spanish {
		names, nights = split(whoopSpanish), "sueño.csv"
	}
	last := days[len(days)-1].Date
	return Form{
		Name: "Whoop", Source: "whoop",
		Files: []File{
			{"physiological_cycles.csv", table(',', names, cycles)},
			{nights, table(',', slices.Concat(names[:3], names[12:], []string{map[bool]string{false: "Nap", true: "Siesta"}[spanish]}), sleeps)},
			{"journal_entries.csv", []byte("Cycle start time,Cycle end time,Cycle timezone,Question text,Answered yes,Notes\n")},
		},
		Want: measured(func(d Day) map[string]float64 {
			w := with(night(d, true), map[string]float64{
				"sleep_in_bed_s": float64(60 * (d.Night.Asleep() + d.Night.Wake)), "sleep_score": float64(d.Night.Score), "respiration_per_min": d.Breath,
				"readiness": float64(d.Ready), "resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "spo2_pct": d.SpO2,
			})
			if !d.Date.Equal(last) {
				w["total_energy_kcal"] = float64(d.Total)
			}
			return w
		}),
	}
}

// Oura writes the archive of Oura. JSON in cells is quoted, or not.
func Oura(days []Day, quoted bool) Form {
	files := map[string]*strings.Builder{}
	line := func(name string, cells ...string) {
		if files[name] == nil {
			files[name] = &strings.Builder{}
		}
		for i, c := range cells {
			if quoted && strings.ContainsAny(c, `"`) {
				cells[i] = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
			}
		}
		files[name].WriteString(strings.Join(cells, ";") + "\n")
	}
	line("sleepmodel", split("id|average_breath|average_heart_rate|average_hrv|awake_time|bedtime_end|bedtime_start|day|deep_sleep_duration|efficiency|"+
		"heart_rate|latency|light_sleep_duration|lowest_heart_rate|rem_sleep_duration|time_in_bed|total_sleep_duration|type")...)
	line("dailysleep", split("id|contributors|day|score|timestamp")...)
	line("dailyreadiness", split("id|contributors|day|score|temperature_deviation|timestamp")...)
	line("dailyactivity", split("id|active_calories|contributors|day|equivalent_walking_distance|steps|total_calories")...)
	line("dailyspo2", split("id|breathing_disturbance_index|day|spo2_percentage")...)
	line("vo2max", split("id|day|timestamp|vo2_max")...)
	for _, d := range days {
		day := d.Date.Format(time.DateOnly)
		if !worn(d) {
			line("dailyactivity", "a"+day, "0", "", day, "0", "0", "0")
			continue
		}
		sleep := func(kind string, n Night, hrv, low int) {
			line("sleepmodel", kind+day, num(d.Breath), num(n.AvgHR), num(hrv), num(60*n.Wake), n.End.Format(time.RFC3339), n.Start.Format(time.RFC3339), day,
				num(60*n.Deep), "90", `{"interval":300.0,"items":[51,null]}`, "600", num(60*n.Light), num(low), num(60*n.Rem),
				num(60*(n.Asleep()+n.Wake)), num(60*n.Asleep()), kind)
		}
		sleep("long_sleep", d.Night, d.RMSSD, d.Resting)
		if !d.Nap.Start.IsZero() {
			sleep("late_nap", d.Nap, 20, 70)
			long := d.Night
			long.Light += 200
			sleep("deleted", long, 30, 80)
		}
		line("dailysleep", "s"+day, `{"deep_sleep":98,"efficiency":90}`, day, num(d.Night.Score), day+"T00:00:00+00:00")
		line("dailyreadiness", "r"+day, `{"hrv_balance":80}`, day, num(d.Ready), "-0.1", day+"T00:00:00+00:00")
		line("dailyactivity", "a"+day, num(d.Active), `{"meet_daily_targets":60}`, day, "5000", num(d.Steps), num(d.Total))
		line("dailyspo2", "o"+day, "5", day, fmt.Sprintf(`{"average":%s}`, num(d.SpO2)))
		line("vo2max", "v"+day, day, day+"T00:00:00+00:00", num(d.VO2max))
	}
	f := Form{
		Name: "Oura", Source: "oura",
		Want: measured(func(d Day) map[string]float64 {
			return with(night(d, true), map[string]float64{
				"sleep_score": float64(d.Night.Score), "respiration_per_min": d.Breath, "sleeping_hr_bpm": float64(d.Night.AvgHR),
				"readiness": float64(d.Ready), "resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "spo2_pct": d.SpO2,
				"steps": float64(d.Steps), "active_energy_kcal": float64(d.Active), "total_energy_kcal": float64(d.Total), "vo2max_ml_kg_min": d.VO2max,
			})
		}),
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f.Files = append(f.Files, File{"App Data/" + name + ".csv", []byte(files[name].String())})
	}
	f.Files = append(f.Files, File{"App Data/heartrate.csv", []byte("timestamp;bpm;source\n2026-03-20T00:00:00.000Z;50;sleep\n")})
	return f
}

// OuraTrends writes the older table of Oura.
func OuraTrends(days []Day) Form {
	header := split("date|Sleep Score|Total Sleep Score|Total Bedtime|Total Sleep Time|Awake Time|REM Sleep Time|Light Sleep Time|Deep Sleep Time|" +
		"Restless Sleep|Sleep Efficiency|Sleep Latency|Sleep Timing|Sleep Timing|Bedtime Start|Bedtime End|Average Resting Heart Rate|" +
		"Lowest Resting Heart Rate|Average HRV|Temperature Deviation (°C)|Respiratory Rate|Activity Score|Steps|Readiness Score")
	var rows [][]string
	for _, d := range days {
		n := d.Night
		if !worn(d) {
			rows = append(rows, append([]string{d.Date.Format(time.DateOnly)}, make([]string, len(header)-1)...))
			continue
		}
		rows = append(rows, []string{
			d.Date.Format(time.DateOnly), num(n.Score), "70", num(60 * (n.Asleep() + n.Wake)), num(60 * n.Asleep()), num(60 * n.Wake), num(60 * n.Rem),
			num(60 * n.Light), num(60 * n.Deep), "20", "90", "600", "80", "3600", n.Start.Format(time.RFC3339), n.End.Format(time.RFC3339), num(n.AvgHR),
			num(d.Resting), num(d.RMSSD), "0.1", num(d.Breath), "80", num(d.Steps), num(d.Ready),
		})
	}
	return Form{
		Name: "Oura trends", Source: "oura", Files: []File{{"oura_2026-03-20_2026-04-20_trends.csv", table(',', header, rows)}},
		Want: measured(func(d Day) map[string]float64 {
			return with(night(d, true), map[string]float64{
				"sleep_score": float64(d.Night.Score), "respiration_per_min": d.Breath, "sleeping_hr_bpm": float64(d.Night.AvgHR),
				"readiness": float64(d.Ready), "resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "steps": float64(d.Steps),
			})
		}),
	}
}
