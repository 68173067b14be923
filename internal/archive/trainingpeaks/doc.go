// Package trainingpeaks reads the table of workouts that TrainingPeaks hands
// out, and finds which of its rows each recording beside it is of: the table
// names no files. It must not know how an archive is packed nor how anything is
// stored.
package trainingpeaks
