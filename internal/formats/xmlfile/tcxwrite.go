package xmlfile

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

const prolog = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" ` +
	`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
	`xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
<Activities>
`

// WriteTCX writes one recording. TCX has three sports (running, biking, other)
// and no temperature; cadence is a whole number.
func WriteTCX(w io.Writer, rec *training.Recording) error {
	x := reading.NewWriter(w)
	x.Raw("%s<Activity Sport=\"%s\">\n<Id>%s</Id>\n", prolog, sportName(rec.Sport), rec.Start.UTC().Format(reading.TimeLayout))
	laps := rec.Laps
	if len(laps) == 0 {
		laps = []training.Lap{{EndS: math.Inf(1), ElapsedS: rec.ElapsedS, TimerS: rec.TimerS}}
	}
	row := 0
	for i := range laps {
		end := math.Inf(1)
		if i+1 < len(laps) {
			end = laps[i+1].StartS
		}
		row = writeLap(x, rec, &laps[i], row, end)
	}
	x.Leaf("Notes", rec.Description)
	writeCreator(x, rec.Device)
	x.Raw("</Activity>\n</Activities>\n</TrainingCenterDatabase>\n")
	if err := x.Flush(); err != nil {
		return fmt.Errorf("write TCX: %w", err)
	}
	return nil
}

func sportName(s training.Sport) string {
	switch s {
	case training.Running:
		return "Running"
	case training.Cycling:
		return "Biking"
	}
	return "Other"
}

// writeLap writes a lap with the rows from row up to end, and returns the next row.
func writeLap(x *reading.XMLWriter, rec *training.Recording, l *training.Lap, row int, end float64) int {
	next := row
	for next < rec.Columns.Len() && float64(rec.Columns.TimeS[next]) < end {
		next++
	}
	start := rec.Start.Add(time.Duration(l.StartS) * time.Second).UTC().Format(reading.TimeLayout)
	x.Raw("<Lap StartTime=\"%s\">\n", start)
	x.Leaf("TotalTimeSeconds", decimal(l.TimerS, 1))
	x.Leaf("DistanceMeters", decimal(lapDistance(rec, l, row, next), 1))
	writeValue(x, "MaximumSpeed", l, training.MetricMaxSpeedKMH, 1/3.6)
	x.Leaf("Calories", strconv.Itoa(int(math.Round(l.Device[training.MetricCaloriesKcal]))))
	writeBeats(x, "AverageHeartRateBpm", l, training.MetricAvgHRBpm)
	writeBeats(x, "MaximumHeartRateBpm", l, training.MetricMaxHRBpm)
	intensity := "Active"
	if l.Intensity == "rest" {
		intensity = "Resting"
	}
	x.Leaf("Intensity", intensity)
	if rec.Sport != training.Running {
		writeCount(x, "Cadence", l, training.MetricAvgCadenceRPM)
	}
	x.Leaf("TriggerMethod", trigger(l.Trigger))
	writeTracks(x, rec, row, next)
	writeExtension(x, rec, l)
	x.Raw("</Lap>\n")
	return next
}

// trigger returns the trigger of a lap as a word that the format allows.
func trigger(s string) string {
	switch s {
	case "distance", "time":
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return "Manual"
}

// lapDistance returns the distance of a lap in m: the device's value, or else the
// distance between its rows.
func lapDistance(rec *training.Recording, l *training.Lap, from, to int) float64 {
	if km, ok := l.Device[training.MetricDistanceKM]; ok {
		return km * 1000
	}
	first, last, found := int32(0), int32(0), false
	for i := from; i < to; i++ {
		if v, ok := rec.Columns.At(training.Distance, i); ok {
			if !found {
				first, found = v, true
			}
			last = v
		}
	}
	return float64(last-first) / 100
}

func writeTracks(x *reading.XMLWriter, rec *training.Recording, from, to int) {
	for i := from; i < to; i++ {
		if i == from || reading.PauseBefore(rec, i) {
			if i > from {
				x.Raw("</Track>\n")
			}
			x.Raw("<Track>\n")
		}
		writePoint(x, rec, i)
	}
	if to > from {
		x.Raw("</Track>\n")
	}
}

func writePoint(x *reading.XMLWriter, rec *training.Recording, i int) {
	c := &rec.Columns
	x.Raw("<Trackpoint><Time>%s</Time>", reading.RowTime(rec, i))
	if lat, lon := reading.TrackText(c, training.Latitude, i), reading.TrackText(c, training.Longitude, i); lat != "" && lon != "" {
		x.Raw("<Position><LatitudeDegrees>%s</LatitudeDegrees><LongitudeDegrees>%s</LongitudeDegrees></Position>", lat, lon)
	}
	x.Leaf("AltitudeMeters", reading.TrackText(c, training.Altitude, i))
	x.Leaf("DistanceMeters", reading.TrackText(c, training.Distance, i))
	if hr := reading.TrackText(c, training.HeartRate, i); hr != "" {
		x.Raw("<HeartRateBpm><Value>%s</Value></HeartRateBpm>", hr)
	}
	cadence := reading.TrackText(c, training.Cadence, i)
	running := rec.Sport == training.Running
	if !running {
		x.Leaf("Cadence", cadence)
		cadence = ""
	}
	speed, watts := reading.TrackText(c, training.Speed, i), reading.TrackText(c, training.Power, i)
	if speed+cadence+watts != "" {
		x.Raw("<Extensions><ns3:TPX>")
		x.Leaf("ns3:Speed", speed)
		x.Leaf("ns3:RunCadence", cadence)
		x.Leaf("ns3:Watts", watts)
		x.Raw("</ns3:TPX></Extensions>")
	}
	x.Raw("</Trackpoint>\n")
}

// decimal writes x·factor with the fewest digits that are read back as the same number.
func decimal(x, factor float64) string {
	return strconv.FormatFloat(x*factor, 'f', -1, 64)
}

func writeValue(x *reading.XMLWriter, name string, l *training.Lap, m training.Metric, factor float64) {
	if v, ok := l.Device[m]; ok {
		x.Leaf(name, decimal(v, factor))
	}
}

func writeCount(x *reading.XMLWriter, name string, l *training.Lap, m training.Metric) {
	if v, ok := l.Device[m]; ok {
		x.Leaf(name, strconv.Itoa(int(math.Round(v))))
	}
}

func writeBeats(x *reading.XMLWriter, name string, l *training.Lap, m training.Metric) {
	if v, ok := l.Device[m]; ok {
		x.Raw("<%s><Value>%d</Value></%s>\n", name, int(math.Round(v)), name)
	}
}

// writeExtension writes the lap's values for which the schema has an extension.
func writeExtension(x *reading.XMLWriter, rec *training.Recording, l *training.Lap) {
	x.Raw("<Extensions><ns3:LX>")
	writeValue(x, "ns3:AvgSpeed", l, training.MetricAvgSpeedKMH, 1/3.6)
	if rec.Sport == training.Running {
		writeCount(x, "ns3:AvgRunCadence", l, training.MetricAvgCadenceRPM)
		writeCount(x, "ns3:MaxRunCadence", l, training.MetricMaxCadenceRPM)
	} else {
		writeCount(x, "ns3:MaxBikeCadence", l, training.MetricMaxCadenceRPM)
	}
	writeCount(x, "ns3:AvgWatts", l, training.MetricAvgPowerW)
	writeCount(x, "ns3:MaxWatts", l, training.MetricMaxPowerW)
	x.Raw("</ns3:LX></Extensions>\n")
}

func writeCreator(x *reading.XMLWriter, d training.Device) {
	if d.Product == "" {
		return
	}
	x.Raw("<Creator xsi:type=\"Device_t\">")
	x.Leaf("Name", d.Product)
	unit := "0"
	if _, err := strconv.ParseUint(d.Serial, 10, 32); err == nil {
		unit = d.Serial
	}
	x.Raw("<UnitId>%s</UnitId><ProductID>0</ProductID><Version>", unit)
	major, minor, _ := strings.Cut(d.Software, ".")
	x.Leaf("VersionMajor", digitsOrZero(major))
	x.Leaf("VersionMinor", digitsOrZero(minor))
	x.Raw("<BuildMajor>0</BuildMajor><BuildMinor>0</BuildMinor></Version></Creator>\n")
}

func digitsOrZero(s string) string {
	if _, err := strconv.ParseUint(s, 10, 16); err != nil {
		return "0"
	}
	return s
}

const gpxProlog = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Lapkeep" xmlns="http://www.topografix.com/GPX/1/1" ` +
	`xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`

// WriteGPX writes one recording as a track. GPX contains positions only: rows
// without a position are left out, and for a recording without any position, it
// returns an error of KindUnsupported. The format has neither laps nor distances.
func WriteGPX(w io.Writer, rec *training.Recording) error {
	if !rec.Columns.Has(training.Latitude) || !rec.Columns.Has(training.Longitude) {
		return training.Errorf(training.KindUnsupported, "The activity has no positions, which GPX needs.").
			WithFix("Export it as FIT or TCX.")
	}
	x := reading.NewWriter(w)
	x.Raw("%s<metadata><time>%s</time></metadata>\n<trk>", gpxProlog, rec.Start.UTC().Format(reading.TimeLayout))
	x.Leaf("name", rec.Name)
	x.Leaf("desc", rec.Description)
	x.Leaf("type", string(rec.Sport))
	x.Raw("\n<trkseg>\n")
	pause := false
	for i := range rec.Columns.TimeS {
		pause = pause || reading.PauseBefore(rec, i)
		lat, lon := reading.TrackText(&rec.Columns, training.Latitude, i), reading.TrackText(&rec.Columns, training.Longitude, i)
		if lat == "" || lon == "" {
			continue
		}
		if pause {
			x.Raw("</trkseg>\n<trkseg>\n")
			pause = false
		}
		x.Raw("<trkpt lat=\"%s\" lon=\"%s\">", lat, lon)
		gpxWritePoint(x, rec, i)
		x.Raw("</trkpt>\n")
	}
	x.Raw("</trkseg>\n</trk>\n</gpx>\n")
	if err := x.Flush(); err != nil {
		return fmt.Errorf("write GPX: %w", err)
	}
	return nil
}

func gpxWritePoint(x *reading.XMLWriter, rec *training.Recording, i int) {
	c := &rec.Columns
	x.Leaf("ele", reading.TrackText(c, training.Altitude, i))
	x.Raw("<time>%s</time>", reading.RowTime(rec, i))
	power := reading.TrackText(c, training.Power, i)
	temp, hr := reading.TrackText(c, training.Temperature, i), reading.TrackText(c, training.HeartRate, i)
	cadence, speed := reading.TrackText(c, training.Cadence, i), reading.TrackText(c, training.Speed, i)
	if power+temp+hr+cadence+speed == "" {
		return
	}
	x.Raw("<extensions>")
	x.Leaf("power", power)
	if temp+hr+cadence+speed != "" {
		x.Raw("<gpxtpx:TrackPointExtension>")
		x.Leaf("gpxtpx:atemp", temp)
		x.Leaf("gpxtpx:hr", hr)
		x.Leaf("gpxtpx:cad", cadence)
		x.Leaf("gpxtpx:speed", speed)
		x.Raw("</gpxtpx:TrackPointExtension>")
	}
	x.Raw("</extensions>")
}
