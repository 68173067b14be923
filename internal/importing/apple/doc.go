// Package apple reads the exports of Apple Health: one file of all records, of
// any size, in constant memory, and the routes beside it. It turns the records
// into wellness days, with one source for each value of a day, and each workout
// into a recording.
//
// It must not know how an archive is packed or how anything is stored.
package apple
