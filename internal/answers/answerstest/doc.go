// Package answerstest has stores with an athlete's data for tests of answers.
//
// # Activitytest
//
// It makes a small athlete whose activities have every
// shape that questions about activities meet: with all sensors, without
// power, without heart rate, by hand, in a pool, several sports in one
// recording, with hostile words. All of it is computed, none of it recorded.
//
// # Fitnesstest
//
// It keeps an athlete's summaries, primitives and change log
// in memory behind the reads that package fitness makes, with the store's
// rules of who may see what. It is for tests.
//
// # Servicedtest
//
// It is what services say, in memory, for tests of answers.
package answerstest
