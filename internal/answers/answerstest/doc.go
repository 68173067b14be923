// Package answerstest provides in-memory stores with an athlete's data for
// tests of answers.
//
// [ActivityStore] has a small athlete with every kind of activity that
// questions may meet: with all sensors, without power, without heart rate,
// entered by hand, in a pool, several sports in one recording, with hostile
// text. All of them are generated rather than recorded.
//
// [FitnessStore] holds an athlete's summaries, primitives and change log. It
// implements the reads of package fitness, with the store's rules of who may see what.
//
// [ServicedStore] holds the data of services.
package answerstest
