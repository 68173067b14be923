package diarytest

import (
	"fmt"
	"strings"
	"time"
)

// stages splits a night into stretches, each with a number from the list for awake, light,
// deep and REM. They add up to the minutes of the night.
func stages(n Night) (out []stretch) {
	at := n.Start
	add := func(kind, minutes int) {
		if minutes == 0 {
			return
		}
		out = append(out, stretch{at, at.Add(time.Duration(minutes) * time.Minute), kind})
		at = at.Add(time.Duration(minutes) * time.Minute)
	}
	add(1, n.Light/2)
	add(2, n.Deep)
	add(0, n.Wake)
	add(3, n.Rem)
	add(1, n.Light-n.Light/2)
	return out
}

// stretch is a stage of sleep: 0 awake, 1 light, 2 deep, 3 REM.
type stretch struct {
	from, to time.Time
	kind     int
}

const samsungClock = "2006-01-02 15:04:05.000"

// Samsung writes the folder of Samsung Health. In older exports, times are in ms.
func Samsung(days []Day, millis bool) Form {
	stamp := func(t time.Time) string {
		if millis {
			return fmt.Sprint(t.UnixMilli())
		}
		return t.UTC().Format(samsungClock)
	}
	var nights, parts, steps, weights, oxygen, hrv strings.Builder
	var bins []File
	nights.WriteString("\ufeffcom.samsung.shealth.sleep,6320001,17\nsleep_score,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time," +
		"com.samsung.health.sleep.time_offset,com.samsung.health.sleep.datauuid,\n")
	parts.WriteString("\ufeffcom.samsung.health.sleep_stage,6320001,3\nstart_time,sleep_id,stage,end_time,time_offset,datauuid,\n")
	steps.WriteString("\ufeffcom.samsung.shealth.step_daily_trend,6320001,9\nsource_type,count,day_time,calorie,datauuid,\n")
	weights.WriteString("\ufeffcom.samsung.health.weight,6320001,5\nstart_time,weight,body_fat,time_offset,datauuid,\n")
	const spo2 = "com.samsung.health.oxygen_saturation."
	oxygen.WriteString("\ufeffcom.samsung.shealth.tracker.oxygen_saturation,6320001,3\ntag_id," + spo2 + "start_time," + spo2 + "time_offset," + spo2 + "spo2," +
		spo2 + "datauuid,\n")
	hrv.WriteString("\ufeffcom.samsung.health.hrv,6320001,2\nstart_time,end_time,time_offset,binning_data,datauuid,\n")
	for i, d := range days {
		fmt.Fprintf(&steps, "0,%d,%s,1,a,\n2,%d,%s,1,b,\n", d.Steps/2, stamp(d.Date), d.Steps-7, stamp(d.Date))
		fmt.Fprintf(&steps, "-2,%d,%s,1,c,\n", d.Steps, stamp(d.Date))
		if !worn(d) {
			continue
		}
		offset := d.Night.End.Format("UTC-0700")
		for k, n := range []Night{d.Night, d.Nap} {
			if n.Start.IsZero() {
				continue
			}
			id := fmt.Sprintf("%d-%d", i, k)
			fmt.Fprintf(&nights, "80,%s,%s,%s,%s,\n", stamp(n.Start), stamp(n.End), offset, id)
			for _, s := range stages(n) {
				fmt.Fprintf(&parts, "%s,%s,%d,%s,%s,x,\n", stamp(s.from), id, 40001+s.kind, stamp(s.to), offset)
			}
		}
		fmt.Fprintf(&oxygen, "0,%s,%s,%s,x,\n0,%s,%s,%s,y,\n0,%s,%s,0,z,\n", stamp(d.Night.End.Add(-time.Hour)), offset, num(d.SpO2-1),
			stamp(d.Night.End), offset, num(d.SpO2+1), stamp(d.Night.End), offset)
		// Each session has a file with windows of five minutes; one of a nap does not count.
		for k, n := range []Night{d.Night, d.Nap} {
			if n.Start.IsZero() {
				continue
			}
			file := fmt.Sprintf("%x-%d.binning_data.json", i%16, 100*i+k)
			fmt.Fprintf(&hrv, "%s,%s,%s,%s,h,\n", stamp(n.Start), stamp(n.End), offset, file)
			var windows []string
			for j, add := range []int{-2, 0, 2} {
				at := n.Start.Add(time.Duration(j*9+1) * time.Minute)
				windows = append(windows, fmt.Sprintf(`{"start_time":%d,"end_time":%d,"sdnn":%d.5,"rmssd":%d.0}`, at.UnixMilli(),
					at.Add(5*time.Minute).UnixMilli(), d.SDNN, d.RMSSD+add+k*100))
			}
			bins = append(bins, File{
				"samsunghealth_ann_20260420/jsons/com.samsung.health.hrv/" + file[:1] + "/" + file,
				[]byte("[" + strings.Join(windows, ",") + "]"),
			})
		}
		fmt.Fprintf(&weights, "%s,%s,%s,%s,w,\n", stamp(d.Night.End.Add(time.Hour)), num(d.Weight), num(d.Fat), offset)
	}
	const after = ".20260420101010.csv"
	return Form{
		Name: "Samsung Health", Source: "samsung",
		Files: append([]File{
			{"samsunghealth_ann_20260420/com.samsung.shealth.tracker.oxygen_saturation" + after, []byte(oxygen.String())},
			{"samsunghealth_ann_20260420/com.samsung.health.hrv" + after, []byte(hrv.String())},
			{"samsunghealth_ann_20260420/com.samsung.health.sleep_stage" + after, []byte(parts.String())},
			{"samsunghealth_ann_20260420/com.samsung.health.weight" + after, []byte(weights.String())},
			{"samsunghealth_ann_20260420/com.samsung.shealth.exercise" + after, []byte("com.samsung.shealth.exercise,6320001,17\nstart_time,exercise_type,\n")},
			{"samsunghealth_ann_20260420/com.samsung.shealth.sleep" + after, []byte(nights.String())},
			{"samsunghealth_ann_20260420/com.samsung.shealth.step_daily_trend" + after, []byte(steps.String())},
		}, bins...),
		Want: measured(func(d Day) map[string]float64 {
			return with(night(d, true), map[string]float64{
				"steps": float64(d.Steps), "weight_kg": d.Weight, "body_fat_pct": d.Fat, "spo2_pct": d.SpO2, "hrv_rmssd_ms": float64(d.RMSSD),
			})
		}),
	}
}

// Google writes what Google Takeout has of days since 2026, below the given root. The same days are
// in the older lists, too, with other numbers.
func Google(days []Day, root string) Form {
	f := googleTables(days, root)
	f.Files = append(f.Files, googleLists(days, root, 3)...)
	return f
}

// GoogleOlder writes an archive that has the steps and the resting heart rate only in the older lists.
func GoogleOlder(days []Day) Form {
	const root = "Takeout/Fitbit/"
	f := googleTables(days, root)
	f.Files = append(f.Files[:2], googleLists(days, root, 1)...)
	f.Want = measured(func(d Day) map[string]float64 {
		return with(night(d, true), map[string]float64{"resting_hr_bpm": float64(d.Resting), "steps": float64(d.Steps)})
	})
	return f
}

// googleLists writes the older lists: steps in UTC, and resting heart rates that are padded with
// zeros and nulls for days to come. All numbers are times factor.
func googleLists(days []Day, root string, factor int) []File {
	const clock = "01/02/06 15:04:05"
	var steps, resting []string
	for _, d := range days {
		at := d.Date.Format(clock)
		if !worn(d) {
			resting = append(resting, fmt.Sprintf(`{"dateTime":%q,"value":{"date":null,"value":0.0,"error":0.0}}`, at))
			continue
		}
		zone := d.Night.End.Location()
		for i, n := range []int{d.Steps - 900, 0, 900} {
			t := time.Date(d.Date.Year(), d.Date.Month(), d.Date.Day(), 1+9*i, 58, 0, 0, zone)
			steps = append(steps, fmt.Sprintf(`{"dateTime":%q,"value":"%d"}`, t.UTC().Format(clock), n*factor))
		}
		resting = append(resting, fmt.Sprintf(`{"dateTime":%q,"value":{"date":%q,"value":%d.0,"error":6.7}}`, at, d.Date.Format("01/02/06"), d.Resting*factor))
	}
	for i := range 200 {
		at := days[len(days)-1].Date.AddDate(0, 0, i+1).Format(clock)
		resting = append(resting, fmt.Sprintf(`{"dateTime":%q,"value":null}`, at))
	}
	list := func(rows []string) []byte { return []byte("[" + strings.Join(rows, ",\n") + "]") }
	return []File{
		{root + "Global Export Data/steps-2026-03-20.json", list(steps)},
		{root + "Global Export Data/resting_heart_rate-2026-03-20.json", list(resting)},
		{root + "Global Export Data/calories-2026-03-20.json", list([]string{`{"dateTime":"03/20/26 00:00:00","value":"1.23"}`})},
	}
}

func googleTables(days []Day, root string) Form {
	var nights, parts, resting, hrv, steps, weights strings.Builder
	steps.WriteString("timestamp,steps,data source\n")
	weights.WriteString("timestamp,weight grams,data source\n")
	nights.WriteString("sleep_id,sleep_type,minutes_in_sleep_period,minutes_asleep,minutes_awake,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source\n")
	parts.WriteString("sleep_id,sleep_stage_id,sleep_stage_type,sleep_stage_start,sleep_stage_end\n")
	resting.WriteString("timestamp,beats per minute,data source\n")
	hrv.WriteString("timestamp,rmssd,nremhr,entropy\n")
	for i, d := range days {
		if !worn(d) {
			continue
		}
		for k, n := range []Night{d.Night, d.Nap} {
			if n.Start.IsZero() {
				continue
			}
			id := fmt.Sprintf("%d%d", i+100, k)
			fmt.Fprintf(&nights, "%s,STAGES,%d,%d,%d,%s,%s,%s,%s,Charge 6\n", id, n.Asleep()+n.Wake, n.Asleep(), n.Wake, n.Start.Format("-07:00"),
				n.Start.UTC().Format(time.RFC3339), n.End.Format("-07:00"), n.End.UTC().Format(time.RFC3339))
			for j, s := range stages(n) {
				fmt.Fprintf(&parts, "%s,%s-%d,%s,%s,%s\n", id, id, j, []string{"AWAKE", "LIGHT", "DEEP", "REM"}[s.kind], s.from.UTC().Format(time.RFC3339),
					s.to.UTC().Format(time.RFC3339))
			}
		}
		zone := d.Night.End.Location()
		at := func(hour, minute int) string {
			return time.Date(d.Date.Year(), d.Date.Month(), d.Date.Day(), hour, minute, 0, 0, zone).UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(&steps, "%s,%d,Charge 6\n%s,%d,MobileTrack\n%s,%d,Charge 6\n", at(0, 1), d.Steps-900, at(9, 0), d.Steps-1, at(20, 58), 900)
		fmt.Fprintf(&weights, "%s,%s,Aria\n", at(7, 0), num(1000*d.Weight))
		fmt.Fprintf(&resting, "%s,%d,Charge 6\n", d.Date.Format(time.RFC3339), d.Resting)
		fmt.Fprintf(&hrv, "%s,%d,50,2.5\n", d.Date.Format("2006-01-02T15:04:05"), d.RMSSD)
	}
	const health = "Health Fitness Data_GoogleData/"
	return Form{
		Name: "Google Health", Source: "fitbit",
		Files: []File{
			{root + health + "UserSleeps_2026-03-01.csv", []byte(nights.String())},
			{root + health + "UserSleepStages_2026-03-01.csv", []byte(parts.String())},
			{root + "Physical Activity_GoogleData/Steps/steps_2026-03-01.csv", []byte(steps.String())},
			{root + "Physical Activity_GoogleData/weight_2026-03-01.csv", []byte(weights.String())},
			{root + "Physical Activity_GoogleData/daily_resting_heart_rate.csv", []byte(resting.String())},
			{root + "Heart Rate Variability/Daily Heart Rate Variability Summary - 2026-03-01.csv", []byte(hrv.String())},
		},
		Want: measured(func(d Day) map[string]float64 {
			return with(night(d, true), map[string]float64{
				"resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "steps": float64(d.Steps), "weight_kg": d.Weight,
			})
		}),
	}
}
