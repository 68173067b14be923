// Package stream is the running-time view of a recording: which rows count,
// how many seconds each stands for, which measurements are believed. Every
// other rule reads a recording through a [View], so that all of them agree
// on pauses, gaps and spikes.
//
// It must not know what any metric means.
package stream
