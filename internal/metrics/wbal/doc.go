// Package wbal computes W′bal, the work left above critical power, second by
// second, in the three published forms. Power is one value a second of
// elapsed time, so that a pause recovers; a second without power counts as
// 0 W. The package knows no recordings and finds no critical power.
package wbal
