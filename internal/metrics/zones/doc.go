// Package zones divides power, heart rate and pace into zones and counts time
// in them, from histograms that no threshold enters, so that a new threshold
// costs no reading of streams.
//
// A zone holds its lower bound and not its upper one.
package zones
