// Package polar reads the training sessions of Polar Flow's archive, of both
// generations that are known. Each exercise of a session is a recording. Times
// are local with the offset beside them; the newer form has lists of values at
// one interval, with a bare NaN, which is no JSON, where nothing was measured.
package polar
