// Package bodymap is where it hurts: regions of the body, and marks on them by
// the athlete who feels it and by the coach who watches it, each with its day.
// A mark holds until it is cleared or a later one of the same author replaces
// it; none is ever lost, so that a pain has its history.
//
// Left and right are the athlete's own, whichever way a picture looks.
package bodymap
