// Package trainingpeakstest makes TrainingPeaks exports, the files of workouts
// and the table about them, with the truth of what must come out. It is for
// tests only, comes from a seed, and knows nothing of any importer.
//
// The table names a day and a duration, never a start: a row and its file meet
// by those.
package trainingpeakstest
