// Package sampletest makes the sample athlete of the emulated Intervals.icu.
package sampletest
