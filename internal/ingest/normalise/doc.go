// Package normalise makes activities of recordings, and of what was typed in:
// sport in Lapkeep's words, the zone and the day of the place, a name. It
// looks at one by itself and must not know what else the store holds.
package normalise
