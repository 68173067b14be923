// Package erg reads and writes the course files of trainers: ERG, whose power
// is in watts, and MRC, whose power is in percent of FTP. They are one grammar,
// which CompuTrainer brought and nobody specified: sections in brackets, and in
// [COURSE DATA] points of minutes and power between which it goes straight. A
// minute that is there twice is a jump.
//
// A workout is read as one step from each point to the next. 0 is no power to
// hold: a free step is written as it. A text is shown for ten seconds where
// nobody says how long; one at the start of a step is its Text.
package erg
