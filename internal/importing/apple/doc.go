// Package apple reads exports from Apple Health: one file with all records, which may be of
// any size and is read in constant memory, and the routes next to it. It turns records into
// wellness days, with one source for each value of a day, and workouts into recordings.
//
// It must not depend on how an archive is packed or how anything is stored.
package apple
