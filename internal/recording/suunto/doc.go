// Package suunto reads the recordings of Suunto's watches: SML, the XML that
// Moveslink kept, and the JSON of the app, in the envelopes of its archive or
// with a header as a workout is shared. All hold SI units: heart rate and cadence
// in Hz, positions in radians, temperature in kelvin, energy in joules.
package suunto
