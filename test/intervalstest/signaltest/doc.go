// Package signaltest emulates how Intervals.icu reads samples: the streams of a
// recording, an interval of them, and a glance into an uploaded file. It knows
// nothing of the service's operations.
package signaltest
