// Package jsonfile reads recordings in JSON forms: Endomondo, GoldenCheetah, Polar, Suunto and simulators.
//
// # GoldenCheetah
//
// It reads the files that GoldenCheetah keeps of activities: a
// JSON object with what the athlete wrote about one and every sample. It must not
// know the folder that they lie in.
//
// # Polar
//
// It reads the training sessions of Polar Flow's archive, of both
// generations that are known. Each exercise of a session is a recording. Times
// are local with the offset beside them; the newer form has lists of values at
// one interval, with a bare NaN, which is no JSON, where nothing was measured.
//
// # Simulator
//
// It tells the recordings of apps that show a course to somebody
// on a trainer, or lead through a workout there: by what the file says recorded
// it, by its name and by the name of the activity. Their positions are of places
// where nobody was, and many of them do not say that it was indoors.
//
// # Suunto
//
// It reads the recordings of Suunto's watches: SML, the XML that
// Moveslink kept, and the JSON of the app, in the envelopes of its archive or
// with a header as a workout is shared. All hold SI units: heart rate and cadence
// in Hz, positions in radians, temperature in kelvin, energy in joules.
package jsonfile
