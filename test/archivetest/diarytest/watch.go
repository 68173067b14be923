package diarytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"lapkeep/test/rawfit"
)

func bits16(num byte, base rawfit.Base, v int) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: base, Data: binary.LittleEndian.AppendUint16(nil, uint16(v))} //nolint:gosec // 16 bits of it
}

func bits32(num byte, v uint32) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: rawfit.Uint32, Data: binary.LittleEndian.AppendUint32(nil, v)}
}

func bits8(num byte, base rawfit.Base, v int) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: base, Data: []byte{byte(v)}}
}

func at(t time.Time) rawfit.RawField { return bits32(253, rawfit.Stamp(t)) }

// clockOf is what the local clock shows, as FIT writes it.
func clockOf(t time.Time) uint32 {
	_, offset := t.Zone()
	return rawfit.Stamp(t.Add(time.Duration(offset) * time.Second))
}

// Watch writes the folders of a Garmin watch, or the files of days that Garmin Connect hands
// out. The files of HRV have no zone. Each day is in two files of monitoring.
func Watch(days []Day, connect bool) Form {
	f := Form{
		Name: "Garmin", Source: "garmin",
		Want: measured(func(d Day) map[string]float64 {
			w := with(night(d, true), map[string]float64{
				"sleep_score": float64(d.Night.Score), "steps": float64(d.Steps), "active_energy_kcal": float64(d.Active),
				"resting_hr_bpm": float64(d.Resting), "hrv_rmssd_ms": float64(d.RMSSD), "body_energy_low": 200,
			})
			n := 0.0
			for i, v := range d.Stress {
				if v >= 0 {
					w["device_stress"] += float64(v)
					n++
				}
				w["body_energy_high"], w["body_energy_low"] = max(w["body_energy_high"], float64(d.Energy[i])), min(w["body_energy_low"], float64(d.Energy[i]))
			}
			w["device_stress"] /= n
			w["spo2_pct"], w["respiration_per_min"] = math.Floor(d.SpO2)+0.5, round(d.Breath, 2)
			return w
		}),
	}
	add := func(folder, kind string, of time.Time, file *rawfit.File) {
		name := fmt.Sprintf("GARMIN/%s/%s.FIT", folder, of.Format("20060102150405"))
		if connect {
			name = fmt.Sprintf("%d_%s.fit", of.Unix(), kind)
		}
		f.Files = append(f.Files, File{name, file.Bytes()})
	}
	for _, d := range days {
		if !worn(d) {
			continue
		}
		zone := d.Night.End.Location()
		midnight := time.Date(d.Date.Year(), d.Date.Month(), d.Date.Day(), 0, 0, 0, 0, zone)
		add("Monitor", "WELLNESS", midnight, monitor(d, midnight, 0))
		add("Monitor", "WELLNESS", midnight.Add(12*time.Hour), monitor(d, midnight, 1))
		add("Sleep", "SLEEP_DATA", d.Night.End, sleepFile(d))
		add("HRVStatus", "HRV_STATUS", d.Night.End.Add(time.Second), start(68, d.Night.End).Raw(370, at(d.Night.End), bits16(0, rawfit.Uint16, 50*128),
			bits16(1, rawfit.Uint16, d.RMSSD*128), bits16(2, rawfit.Uint16, 0xFFFF), bits8(6, rawfit.Enum, 4)))
	}
	return f
}

func start(kind int, t time.Time) *rawfit.File {
	return rawfit.New().FileID(rawfit.Fields{"type": kind, "manufacturer": 1, "serial_number": 77, "time_created": t})
}

// monitor writes one half of a day. Totals run through both halves, and the last is at midnight.
func monitor(d Day, midnight time.Time, half int) *rawfit.File {
	from := midnight.Add(time.Duration(half) * 12 * time.Hour)
	f := start(32, from).Raw(103, at(from), bits32(0, clockOf(from)), bits16(5, rawfit.Uint16, 1800))
	running := d.Steps / 3
	total := func(activity, steps, kcal int) []rawfit.RawField {
		return []rawfit.RawField{bits32(3, uint32(steps)), bits16(19, rawfit.Uint16, kcal), bits8(5, rawfit.Enum, activity)} //nolint:gosec // positive
	}
	share := []int{2, 4}[half]
	f.Raw(55, append(total(6, (d.Steps-running)*share/4, d.Active/2*share/4), at(from.Add(5*time.Minute)))...)
	for i := range 24 {
		t := from.Add(10*time.Minute + time.Duration(i)*30*time.Minute)
		f.Raw(55, bits16(26, rawfit.Uint16, int(rawfit.Stamp(t)&0xFFFF)), bits8(27, rawfit.Uint8, 60+i))
		f.Raw(227, bits16(0, rawfit.Sint16, max(d.Stress[24*half+i], -2)), bits32(1, rawfit.Stamp(t)), bits8(3, rawfit.Sint8, d.Energy[24*half+i]))
	}
	end := from.Add(12 * time.Hour)
	f.Raw(55, append(total(6, (d.Steps-running)*share/4, d.Active/2*share/4), bits16(26, rawfit.Uint16, int(rawfit.Stamp(end)&0xFFFF)))...)
	f.Raw(55, append(total(1, running*share/4, (d.Active-d.Active/2)*share/4), at(end))...)
	f.Raw(55, append(total(2, 9000, 0), at(end))...) // revolutions of a bicycle
	oxygen(f, d, from)
	f.Raw(211, at(end.Add(-time.Hour)), bits8(0, rawfit.Uint8, 99), bits8(1, rawfit.Uint8, d.Resting+3-3*half))
	return f
}

// oxygen writes measurements of oxygen and of breaths. Those off the wrist and negative ones count for
// nothing, and breaths count only during the night, which begins on the day before.
func oxygen(f *rawfit.File, d Day, from time.Time) {
	spo2 := func(minute, percent, confidence, mode int) {
		f.Raw(269, at(from.Add(time.Duration(minute)*time.Minute)), bits8(0, rawfit.Uint8, percent), bits8(1, rawfit.Uint8, confidence),
			bits8(2, rawfit.Enum, mode))
	}
	spo2(100, int(d.SpO2), 20, 2)
	spo2(160, int(d.SpO2)+1, 8, 3)
	spo2(200, 61, 0, 0)
	breaths := func(t time.Time, perMinute float64) {
		f.Raw(297, at(t), bits16(0, rawfit.Sint16, int(math.Round(perMinute*100))))
	}
	breaths(from.Add(450*time.Minute), 25)
	if from.Hour() == 0 {
		breaths(d.Night.Start.Add(time.Minute), d.Breath-1.25)
		breaths(d.Night.End.Add(-time.Hour), d.Breath+1.25)
		breaths(d.Night.End.Add(-2*time.Hour), -2)
	}
}

func sleepFile(d Day) *rawfit.File {
	n := d.Night
	f := start(49, n.End).Raw(273, at(n.Start), bits16(1, rawfit.Uint16, 60), bits32(2, clockOf(n.Start)))
	for _, s := range stages(n) {
		f.Raw(275, at(s.to), bits8(0, rawfit.Enum, s.kind+1))
	}
	return f.Raw(346, bits8(6, rawfit.Uint8, n.Score)).Raw(276, at(n.End))
}
