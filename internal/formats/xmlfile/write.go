package xmlfile

import (
	"fmt"
	"io"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

const gpxProlog = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Lapkeep" xmlns="http://www.topografix.com/GPX/1/1" ` +
	`xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`

// WriteGPX writes one recording as a track. GPX holds positions: rows without
// one are left out, and a recording without any is an error of
// KindUnsupported. Laps and distance have no place in the format.
func WriteGPX(w io.Writer, rec *training.Recording) error {
	if !rec.Columns.Has(training.Latitude) || !rec.Columns.Has(training.Longitude) {
		return training.Errorf(training.KindUnsupported, "The activity has no positions, which GPX is made of.").
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
