// Package workouts takes workout files (ZWO, ERG, MRC, FIT, iGPSport's JSON)
// into the athlete's library: it tells what is one, reads it, and says in a
// transaction what the file says of a workout and of the folder that it lies
// in. What files say is a layer beneath the athlete's own words, so that a
// file that is read again changes nothing that the athlete changed, and what
// was deleted stays deleted. It must not know recordings, nor services.
package workouts
