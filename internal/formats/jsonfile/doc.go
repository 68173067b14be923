// Package jsonfile reads recordings in JSON formats: Endomondo, GoldenCheetah, Polar,
// Suunto and simulators.
//
// # GoldenCheetah
//
// [ReadGoldenCheetah] reads GoldenCheetah's activity files: a JSON object with the athlete's
// notes and all samples. It is independent of the folder in which they are stored.
//
// # Polar
//
// [ReadPolar] reads the training sessions in Polar Flow's archive, in both known generations
// of the format. Each exercise of a session is a recording. Times are local, with a separate
// offset. The newer format has lists of values at a fixed interval, in which a bare NaN,
// which is not valid JSON, marks a missing value.
//
// # Simulator
//
// [Refine] recognises recordings from apps that simulate a course on a trainer, or guide the
// athlete through a workout there. It uses the device named in the file, the name of the
// file and the name of the activity. The positions in such recordings are simulated, and
// many files do not say that they were recorded indoors.
//
// # Suunto
//
// [ReadSML] and [ReadJSON] read the recordings of Suunto's watches: SML, the XML that
// Moveslink stored, and the JSON of the app, in the envelopes of its archive or with the
// header of a shared workout. All use SI units: heart rate and cadence in Hz, positions in
// radians, temperature in kelvin, energy in joules.
package jsonfile
