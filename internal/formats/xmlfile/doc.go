// Package xmlfile reads and writes recordings in XML formats: GPX, TCX, KML, PWX and
// SportTracks' log.
//
// # FitLog
//
// [ReadFitLog] reads FITLOG, the XML that SportTracks exports. Each activity of a logbook
// is a recording. Its times are instants; the athlete chooses the words for its categories.
//
// # GPX
//
// [ReadGPX] and [WriteGPX] read and write GPX tracks. Each trk with times becomes a
// recording, with pauses between its segments. Tracks without times, routes and waypoints
// were not recorded and are ignored.
//
// Heart rate, cadence, temperature, power and speed are read from any extension, by local
// name.
//
// # KML
//
// [ReadKML] reads the tracks in KML files: gx:Track elements, whose points have times,
// followed by the lists of sensors. A line without times was drawn, not recorded. Writers
// disagree on the units of speeds and distances in the lists, so these are computed from
// the positions.
//
// # PWX
//
// [ReadPWX] reads PWX, the XML that TrainingPeaks and its device agents exchange. Each
// workout is a recording. All values are metric; the start is local time unless it has a
// zone.
//
// # TCX
//
// [ReadTCX] and [WriteTCX] read and write Garmin Training Center XML. Each Activity in a
// file becomes a recording; courses and workouts are recognised and ignored.
//
// Timer time is the sum of the laps' TotalTimeSeconds, as the format defines it; elapsed
// time runs to the last point.
package xmlfile
