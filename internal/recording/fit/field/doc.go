// Package field reads single fields of FIT messages: numbers without the marks
// by which the format says "no value", codes, times and texts. It knows
// nothing of what the fields mean.
package field
