// Package xmlfile reads and writes recordings in XML forms: GPX, TCX, KML, PWX and SportTracks' log.
//
// # FitLog
//
// It reads FITLOG, the XML that SportTracks exports. Each activity
// of a logbook is a recording. Its times are instants; its category is a word of
// the athlete's own.
//
// # GPX
//
// It reads and writes GPX tracks. Each trk with times becomes a
// recording, its segments parts of it with pauses between; tracks without
// times, routes and waypoints were not recorded and are ignored.
//
// Heart rate, cadence, temperature, power and speed are read from whatever
// extension carries them, by local name.
//
// # KML
//
// It reads the tracks of KML files: gx:Track elements, whose points
// have times, with the lists of sensors behind them. A line without times was
// drawn, not recorded. Speeds and distances in the lists have no unit that all
// writers agree on; they follow from the positions.
//
// # PWX
//
// It reads PWX, the XML that TrainingPeaks and its device agents
// exchange. Each workout is a recording. Everything in it is metric; its start is
// the local time of the place unless it names a zone.
//
// # TCX
//
// It reads and writes Garmin Training Center XML. Each Activity in a
// file becomes a recording; courses and workouts are recognised and ignored.
//
// Timer time is the sum of the laps' TotalTimeSeconds, as the format defines
// it; elapsed time runs to the last point.
package xmlfile
