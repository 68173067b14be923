// Package apitest is what every operation of the emulated Intervals.icu needs:
// the athletes and what the service holds of them, the call that a request has
// become, and the forms of answers and refusals. The operations themselves are
// in packages above it.
package apitest
