// Package polartest makes the files of training sessions that Polar Flow hands
// out, of two generations, with the truth of what they say. It is for tests
// only, comes from a seed, and knows nothing of any importer.
//
// Polar publishes no description of this form. What is made here is what readers
// of real files describe, the newer one's bare NaN included, which is no JSON:
// an importer that is not sure of it must at least recognise the files and name them.
package polartest
