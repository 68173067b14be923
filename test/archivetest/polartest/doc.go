// Package polartest makes the files that Polar Flow hands out, training
// sessions of two generations and days of activity, with the truth of what they
// say. It is for tests only, comes from a seed, and knows nothing of any importer.
//
// Polar publishes no description of this form. What is made here is what a real
// file of the older generation holds (its route on a clock that is off by 80
// minutes included) and what two descriptions of real archives of the newer one
// agree on: local times with the offset beside them, bare NaN, which is no JSON,
// speed in km/h, and an altimeter that is zero until it has settled.
package polartest
