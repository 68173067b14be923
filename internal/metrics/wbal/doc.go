// Package wbal computes W′bal, the work left above critical power, second by
// second, in the three published forms, and the work done above a threshold.
// Power is one value a second of elapsed time, so that a pause recovers; a
// second without power counts as 0 W. The package finds no critical power.
package wbal
