package gpx

import (
	"fmt"
	"io"

	"lapkeep/internal/recording/track"
	"lapkeep/internal/recording/xmlscan"
	"lapkeep/internal/training"
)

const prolog = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Lapkeep" xmlns="http://www.topografix.com/GPX/1/1" ` +
	`xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`

// Write writes one recording as a track. GPX holds positions: rows without
// one are left out, and a recording without any is an error of
// KindUnsupported. Laps and distance have no place in the format.
func Write(w io.Writer, rec *training.Recording) error {
	if !rec.Columns.Has(training.Latitude) || !rec.Columns.Has(training.Longitude) {
		return training.Errorf(training.KindUnsupported, "The activity has no positions, which GPX is made of.").
			WithFix("Export it as FIT or TCX.")
	}
	x := xmlscan.NewWriter(w)
	x.Raw("%s<metadata><time>%s</time></metadata>\n<trk>", prolog, rec.Start.UTC().Format(track.TimeLayout))
	x.Leaf("name", rec.Name)
	x.Leaf("desc", rec.Description)
	x.Leaf("type", string(rec.Sport))
	x.Raw("\n<trkseg>\n")
	pause := false
	for i := range rec.Columns.TimeS {
		pause = pause || track.PauseBefore(rec, i)
		lat, lon := track.Text(&rec.Columns, training.Latitude, i), track.Text(&rec.Columns, training.Longitude, i)
		if lat == "" || lon == "" {
			continue
		}
		if pause {
			x.Raw("</trkseg>\n<trkseg>\n")
			pause = false
		}
		x.Raw("<trkpt lat=\"%s\" lon=\"%s\">", lat, lon)
		writePoint(x, rec, i)
		x.Raw("</trkpt>\n")
	}
	x.Raw("</trkseg>\n</trk>\n</gpx>\n")
	if err := x.Flush(); err != nil {
		return fmt.Errorf("write GPX: %w", err)
	}
	return nil
}

func writePoint(x *xmlscan.Writer, rec *training.Recording, i int) {
	c := &rec.Columns
	x.Leaf("ele", track.Text(c, training.Altitude, i))
	x.Raw("<time>%s</time>", track.RowTime(rec, i))
	power := track.Text(c, training.Power, i)
	temp, hr := track.Text(c, training.Temperature, i), track.Text(c, training.HeartRate, i)
	cadence, speed := track.Text(c, training.Cadence, i), track.Text(c, training.Speed, i)
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
