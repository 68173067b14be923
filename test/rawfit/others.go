package rawfit

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

func other(name, kind string, f *File) Scenario {
	return Scenario{Name: name, Bytes: f.Bytes(), Truth: Truth{Kind: kind}}
}

func fileOf(kind int) *File {
	return New().FileID(Fields{"type": kind, "manufacturer": 1, "product": 3122, "serial_number": 3912345678, "time_created": Start()})
}

// SettingsFile returns a device's settings with the user's profile.
func SettingsFile() Scenario {
	f := fileOf(2).Message("device_settings", Fields{"utc_offset": 0}).
		Message("user_profile", Fields{"gender": 0, "age": 35, "height": 1.7, "weight": 61.5})
	return other("settings", "settings", f)
}

// MonitoringFile returns a day of steps and heart rate.
func MonitoringFile() Scenario {
	f := fileOf(32).Message("monitoring_info", Fields{"timestamp": Start(), "local_timestamp": Start().Add(2 * time.Hour)})
	for minute := range 60 {
		f.Message("monitoring", Fields{
			"timestamp": Start().Add(time.Duration(minute) * time.Minute), "cycles": 40 * minute,
			"heart_rate": 60 + minute%10,
		})
	}
	return other("monitoring", "monitoring", f)
}

// CourseFile returns a route to follow. It has records and a lap, but was not
// ridden.
func CourseFile() Scenario {
	f := fileOf(6).Message("course", Fields{"sport": 2, "name": "Lake loop"})
	f.Lap(Fields{
		"timestamp": Start(), "start_time": Start(), "total_elapsed_time": 600.0, "total_timer_time": 600.0,
		"total_distance": 6000.0,
	})
	f.TimerStart(Start())
	for t := range 60 {
		f.Record(Fields{
			"timestamp": Start().Add(time.Duration(10*t) * time.Second), "position_lat": 556_000_000 + 4000*t, "position_long": 95_000_000,
			"distance": float64(100 * t), "altitude": 410.0,
		})
	}
	f.Message("course_point", Fields{
		"timestamp": Start().Add(300 * time.Second), "position_lat": 556_120_000,
		"position_long": 95_000_000, "distance": 3000.0, "type": 6,
	})
	f.TimerStop(Start().Add(600 * time.Second))
	return other("course", "course", f)
}

// WorkoutFile returns a planned workout of three steps.
func WorkoutFile() Scenario {
	f := fileOf(5).Message("workout", Fields{"sport": 2, "num_valid_steps": 3, "wkt_name": "Openers"})
	for i, ms := range []int{600_000, 60_000, 600_000} {
		f.Message("workout_step", Fields{
			"message_index": i, "duration_type": 0, "duration_value": ms, "target_type": 4,
			"target_value": 0, "intensity": 0,
		})
	}
	return other("workout", "workout", f)
}

// Empty returns an activity file without any recorded data.
func Empty() Scenario { return other("empty activity", "empty", fileOf(4)) }

// HeaderOnly returns a FIT file without a single message.
func HeaderOnly() Scenario { return other("header only", "empty", New()) }

// write adds the data message, preceded by its definition if its local number
// has another layout.
func (f *File) write(pool int, global uint16, fields []RawField, dev []devBytes, offset byte, compressed bool) {
	layout := f.layout(global, fields, dev)
	local, known := f.local(pool, string(layout))
	if !known {
		head := 0x40 | byte(local)
		if len(dev) > 0 {
			head |= 0x20
		}
		f.body = append(append(f.body, head), layout...)
	}
	if compressed {
		f.body = append(f.body, 0x80|byte(local)<<5|offset)
	} else {
		f.body = append(f.body, byte(local))
	}
	for _, fd := range fields {
		f.body = append(f.body, fd.Data...)
	}
	for _, d := range dev {
		f.body = append(f.body, d.data...)
	}
}

// layout returns a definition message without its header byte.
func (f *File) layout(global uint16, fields []RawField, dev []devBytes) []byte {
	arch := byte(0)
	if f.order == binary.ByteOrder(binary.BigEndian) {
		arch = 1
	}
	out := []byte{0, arch}
	var number [2]byte
	f.order.PutUint16(number[:], global)
	out = append(append(out, number[:]...), byte(len(fields)))
	for _, fd := range fields {
		out = append(out, fd.Num, byte(len(fd.Data)), byte(fd.Base))
	}
	if len(dev) > 0 {
		out = append(out, byte(len(dev)))
		for _, d := range dev {
			out = append(out, d.Num, byte(len(d.data)), d.Index)
		}
	}
	return out
}

// local finds or assigns a local message number. Records have 0 to 3, which a
// compressed header can name; the others share 4 to 15 in turn, so that files
// with many kinds of messages redefine numbers.
func (f *File) local(pool int, layout string) (int, bool) {
	first, count := 0, 4
	if pool == 1 {
		first, count = 4, 12
	}
	for i := first; i < first+count; i++ {
		if f.layouts[i] == layout {
			return i, true
		}
	}
	i := first + f.next[pool]%count
	f.next[pool]++
	f.layouts[i] = layout
	return i, false
}

func (f *File) encode(p field, v any) []byte {
	switch x := v.(type) {
	case Invalid:
		return f.number(p.base, p.base.invalid())
	case string:
		return append([]byte(x), 0)
	case []byte:
		return x
	case time.Time:
		return f.number(p.base, uint64(Stamp(x)))
	case []float64:
		var out []byte
		for _, e := range x {
			out = append(out, f.encode(p, e)...)
		}
		return out
	case int:
		return f.scaled(p, float64(x))
	case float64:
		return f.scaled(p, x)
	default:
		panic(fmt.Sprintf("rawfit: cannot write a %T", v))
	}
}

// scaled writes a number; NaN is the invalid value.
func (f *File) scaled(p field, v float64) []byte {
	if math.IsNaN(v) {
		return f.number(p.base, p.base.invalid())
	}
	if p.base == Float32 {
		return f.number(p.base, uint64(math.Float32bits(float32(v))))
	}
	raw := math.Round((v + p.offset) * p.scale)
	low, high := 0.0, math.Ldexp(1, 8*p.base.size())-1
	switch p.base {
	case Sint8, Sint16, Sint32:
		low, high = -math.Ldexp(1, 8*p.base.size()-1), math.Ldexp(1, 8*p.base.size()-1)-1
	}
	if raw < low || raw > high {
		panic(fmt.Sprintf("rawfit: %g does not fit field %d", v, p.num))
	}
	return f.number(p.base, uint64(int64(raw)))
}

func (f *File) number(b Base, raw uint64) []byte {
	var buf [4]byte
	switch b.size() {
	case 2:
		f.order.PutUint16(buf[:], uint16(raw))
	case 4:
		f.order.PutUint32(buf[:], uint32(raw))
	default:
		buf[0] = byte(raw)
	}
	return buf[:b.size()]
}
