// Package gpx reads and writes GPX tracks. Each trk with times becomes a
// recording, its segments parts of it with pauses between; tracks without
// times, routes and waypoints were not recorded and are ignored.
//
// Heart rate, cadence, temperature, power and speed are read from whatever
// extension carries them, by local name.
package gpx
