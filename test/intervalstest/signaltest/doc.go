// Package signaltest is what the emulated Intervals.icu knows of samples: the
// streams of a recording, what an interval of them is, and a glance into an
// uploaded file. It knows nothing of the service's operations.
package signaltest
