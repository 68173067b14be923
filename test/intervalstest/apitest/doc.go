// Package apitest serves every operation of the emulated Intervals.icu: it has the
// athletes and their data at the service, the call that a request has become, and the
// forms of answers and refusals. The operations themselves are in packages above it.
package apitest
