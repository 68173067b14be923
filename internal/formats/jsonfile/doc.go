// Package jsonfile reads recordings in JSON forms: Endomondo, GoldenCheetah,
// Polar, Suunto and simulators.
//
// # GoldenCheetah
//
// It reads the files that GoldenCheetah keeps of activities: a JSON object with
// the athlete's notes and all samples. It must not know their folder.
//
// # Polar
//
// It reads the training sessions of Polar Flow's archive, in both known
// generations. Each exercise of a session is a recording. Times are local, with
// the offset beside them. The newer form has lists of values at one interval,
// in which a bare NaN, which is not JSON, stands for a missing value.
//
// # Simulator
//
// It recognizes the recordings of apps that show a course on a trainer, or lead
// through a workout there: by the recorder named in the file, by the name of
// the file and by the name of the activity. Their positions are of places where
// nobody was, and many do not say that they were recorded indoors.
//
// # Suunto
//
// It reads the recordings of Suunto's watches: SML, the XML that Moveslink
// kept, and the JSON of the app, in the envelopes of its archive or with the
// header of a shared workout. All hold SI units: heart rate and cadence in Hz,
// positions in radians, temperature in kelvin, energy in joules.
package jsonfile
