package bodytest

import "fmt"

// KML is the body as a gx:Track with the values of sensors behind it, each in a
// list as long as the track, as watches write it. A route that is drawn beside
// it has no times.
func (b Body) KML(name string) []byte {
	var t text
	points := b.Points()
	t.str(`<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>` + "\n")
	t.str(fmt.Sprintf("<name>%s</name><description>TomTom GPS Watch "+
		"activity</description><Folder><Placemark><name>route</name><LineString><coordinates>%.7f,%.7f,1 "+
		"%.7f,%.7f,2</coordinates></LineString></Placemark>\n",
		Escape(name), points[0].Lon, points[0].Lat, points[1].Lon, points[1].Lat))
	t.str("<Placemark><name>Workout</name><gx:Track><altitudeMode>clampToGround</altitudeMode>\n")
	for _, p := range points {
		t.str("<when>" + b.At(p.Second).UTC().Format("2006-01-02T15:04:05.000Z") + "</when>")
		t.str(fmt.Sprintf("<gx:coord>%.7f %.7f %.1f</gx:coord>\n", p.Lon, p.Lat, p.AltitudeM))
	}
	t.str(`<ExtendedData><SchemaData schemaUrl="#schema">`)
	list := func(name string, value func(Point) string) {
		t.str(fmt.Sprintf("<gx:SimpleArrayData name=%q>", name))
		for _, p := range points {
			t.str("<gx:value>" + value(p) + "</gx:value>")
		}
		t.str("</gx:SimpleArrayData>\n")
	}
	list("distance", func(p Point) string { return fmt.Sprintf("%.2f", p.DistanceM) })
	if !b.NoHR {
		list("Heartrate", func(p Point) string { return fmt.Sprint(p.HR) })
		list("Cadence", func(p Point) string { return fmt.Sprint(p.Cadence) })
	}
	list("speed", func(p Point) string { return fmt.Sprintf("%.3f", p.SpeedMS) })
	list("Temperature", func(Point) string { return "18.5" })
	list("steps", func(Point) string { return "3" })
	t.str("</SchemaData></ExtendedData></gx:Track></Placemark></Folder></Document></kml>\n")
	return t.b
}
