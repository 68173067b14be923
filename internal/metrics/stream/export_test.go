package stream

import "lapkeep/internal/training"

// SpeedMPS returns the mean speed that nobody exceeds in a sport over some
// seconds; 0 is none that is known.
func SpeedMPS(s training.Sport, seconds float64) float64 { return speeds(s).at(seconds) }
