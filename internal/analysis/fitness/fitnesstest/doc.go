// Package fitnesstest keeps an athlete's summaries, primitives and change log
// in memory behind the reads that package fitness makes, with the store's
// rules of who may see what. It is for tests.
package fitnesstest
