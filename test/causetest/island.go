package causetest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"lapkeep/test/rawfit"
)

// Island is an indoor ride on a virtual road at a real place far away.
type Island struct {
	Seconds  int
	LatDeg   float64
	LonDeg   float64
	Maker    int // of the file, by FIT's list of manufacturers
	SubSport int // as the app writes it; 0 is none
	// App is the maker in the file's developer fields, if only those name it; 0
	// is none.
	App int
}

// The makers' numbers and the sub-sport of FIT's profile.
const (
	MakerBkool    = 67
	MakerZwift    = 260
	MakerRouvy    = 284 // Virtualtraining, the maker of the app
	MakerMyWhoosh = 331
	MakerNone     = 255 // a program in development
	Virtual       = 58
)

// FIT writes the file of the app itself.
func (c Island) FIT() Case {
	f := activity(c.Maker, 0)
	if c.App > 0 {
		f.DeveloperDataID(rawfit.Fields{"developer_data_index": 0, "manufacturer_id": c.App, "application_version": 1})
	}
	f.TimerStart(Start())
	for t := range c.Seconds {
		f.Record(rawfit.Fields{
			"timestamp": at(t), "power": 200, "heart_rate": 140, "speed": 9.0, "distance": float64(9 * t),
			"position_lat": north(c.LatDeg, float64(9*t)), "position_long": north(c.LonDeg, 0),
		})
	}
	sport := rawfit.Fields{"sport": cycling}
	if c.SubSport > 0 {
		sport["sub_sport"] = c.SubSport
	}
	return whole(f, c.Seconds, sport, Truth{PowerW: 200, HRBpm: 140, DistanceM: float64(9 * (c.Seconds - 1))})
}

// GPX writes the file as a service exports it, with only the app's name.
func (c Island) GPX(creator string) Case {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0"?><gpx version="1.1" creator=%q xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Ride</name><type>cycling</type><trkseg>`, creator)
	for t := range c.Seconds {
		degrees := float64(north(c.LatDeg, float64(9*t))) * 180 / (1 << 31)
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="%.6f"><ele>10</ele><time>%s</time></trkpt>`, degrees, c.LonDeg, at(t).Format(time.RFC3339))
	}
	b.WriteString(`</trkseg></trk></gpx>`)
	return Case{[]byte(b.String()), []Truth{{TimerS: float64(c.Seconds - 1), DistanceM: float64(9 * (c.Seconds - 1))}}}
}

// TCX writes the file as a service exports it: the app is its author, and the
// recording device may be a watch.
func (c Island) TCX(author string) Case {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking"><Id>%s</Id>`, at(0).Format(time.RFC3339))
	fmt.Fprintf(&b, `<Lap StartTime="%s"><TotalTimeSeconds>%d</TotalTimeSeconds><DistanceMeters>%d</DistanceMeters><Track>`, at(0).Format(time.RFC3339), c.Seconds-1, 9*(c.Seconds-1))
	for t := range c.Seconds {
		degrees := float64(north(c.LatDeg, float64(9*t))) * 180 / (1 << 31)
		fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position></Trackpoint>`,
			at(t).Format(time.RFC3339), degrees, c.LonDeg)
	}
	fmt.Fprintf(&b, `</Track></Lap></Activity></Activities><Author><Name>%s</Name></Author></TrainingCenterDatabase>`, author)
	return Case{[]byte(b.String()), []Truth{{TimerS: float64(c.Seconds - 1), DistanceM: float64(9 * (c.Seconds - 1))}}}
}

// TwoHearts is a ride whose watch measures at the wrist and whose strap stored
// every beat. The strap is right.
type TwoHearts struct {
	Seconds      int
	Strap, Wrist int // bpm, steady
	// No beats in [GapFrom, GapTo); no gap if they are equal.
	GapFrom, GapTo int
	// ClockS is the strap's own clock at the start of the ride, in seconds.
	ClockS int
}

const (
	hrMessage = 132
	ticks     = 1024 // of the strap's clock per second
	beatsEach = 8    // beats per message
)

// File writes the file. The truth is that of a recording without a gap.
func (c TwoHearts) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	for t := range c.Seconds {
		f.Record(rawfit.Fields{"timestamp": at(t), "heart_rate": c.Wrist, "power": 180, "distance": float64(9 * (t + 1))})
	}
	c.beats(f, 0, c.GapFrom)
	c.beats(f, max(c.GapTo, c.GapFrom), c.Seconds)
	return whole(f, c.Seconds, rawfit.Fields{"sport": cycling}, Truth{
		HRBpm: float64(c.Strap), PowerW: 180, DistanceM: float64(9 * c.Seconds), MovingS: float64(c.Seconds),
	})
}

// beats writes the beats of a stretch: one message that ties the strap's clock
// to the watch's, then eight beats per message, each as the low 12 bits of its
// time, which wrap every four seconds.
func (c TwoHearts) beats(f *rawfit.File, from, to int) {
	if from >= to {
		return
	}
	stamp := make([]byte, 4)
	binary.LittleEndian.PutUint32(stamp, rawfit.Stamp(at(from)))
	anchor := make([]byte, 4)
	binary.LittleEndian.PutUint32(anchor, uint32((c.ClockS+from)*ticks))
	bpm := byte(c.Strap)
	f.Raw(hrMessage,
		rawfit.RawField{Num: 253, Base: rawfit.Uint32, Data: stamp},
		rawfit.RawField{Num: 6, Base: rawfit.Uint8, Data: []byte{bpm}},
		rawfit.RawField{Num: 9, Base: rawfit.Uint32, Data: anchor})
	step := float64(60*ticks) / float64(c.Strap)
	for beat := 1; ; beat += beatsEach {
		var rates, packed []byte
		for k := 0; k < beatsEach; k += 2 {
			a := uint32((c.ClockS+from)*ticks) + uint32(float64(beat+k)*step)
			b := uint32((c.ClockS+from)*ticks) + uint32(float64(beat+k+1)*step)
			rates = append(rates, bpm, bpm)
			packed = append(packed, byte(a), byte(a>>8&0x0F)|byte(b<<4), byte(b>>4))
		}
		if float64(beat+beatsEach)*step > float64((to-from)*ticks) {
			return
		}
		f.Raw(hrMessage,
			rawfit.RawField{Num: 6, Base: rawfit.Uint8, Data: rates},
			rawfit.RawField{Num: 10, Base: rawfit.Byte, Data: packed})
	}
}
