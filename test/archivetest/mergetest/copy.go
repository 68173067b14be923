package mergetest

import "time"

// copies are one recording that came by several ways.
func copies(m *maker) []Case {
	three := Case{Name: "watch, archive and service", Why: "a GPX and a TCX of a service are poorer copies of the watch's file"}
	b := m.ride()
	three.Add("watch.fit", b.FIT())
	three.Add("archive.gpx", b.GPX("Morning Ride"))
	three.Add("service.tcx", b.TCX())
	three.one("watch.fit", "archive.gpx", "service.tcx")

	again := Case{
		Name: "one recording in two files",
		Why:  "a service hands out the device's recording in other bytes, under the device's own serial number",
	}
	b = m.ride()
	again.Add("watch.fit", b.FIT())
	b.OffsetS = 0
	again.Add("service.fit", b.FIT())
	again.one("watch.fit", "service.fit")

	sparse := Case{Name: "smart recording", Why: "a service keeps every tenth point"}
	b = m.ride()
	sparse.Add("unit.fit", b.FIT())
	b.EveryS = 10
	sparse.Add("service.gpx", b.GPX("Ride"))
	sparse.one("unit.fit", "service.gpx")

	cropped := Case{Name: "a cropped copy", Why: "the athlete cut off the way from home at the service, so that the copy starts later"}
	b = m.ride()
	cropped.Add("unit.fit", b.FIT())
	b.FromS, b.UntilS = 240, 3480
	cropped.Add("service.tcx", b.TCX())
	cropped.one("unit.fit", "service.tcx")

	moved := Case{Name: "a moved start time", Why: "the athlete moved a copy's start by half an hour: most of it overlaps, nothing agrees"}
	b = m.ride()
	b.Seconds = 3 * 3600
	moved.Add("unit.fit", b.FIT())
	b.Start = b.Start.Add(30 * time.Minute)
	moved.Add("service.gpx", b.GPX("Long ride"))
	moved.apart("unit.fit", "service.gpx")
	moved.doubtful("unit.fit", "service.gpx")

	zone := Case{
		Name: "a copy in the wrong time zone",
		Why:  "the same track two hours later: nothing overlaps, so nothing may be merged or asked",
	}
	b = m.ride()
	zone.Add("unit.fit", b.FIT())
	b.Start = b.Start.Add(2 * time.Hour)
	zone.Add("service.gpx", b.GPX("Ride"))
	zone.apart("unit.fit", "service.gpx")
	return []Case{three, again, sparse, cropped, moved, zone}
}
