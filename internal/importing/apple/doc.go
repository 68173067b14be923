// Package apple reads the exports of Apple Health: one file of all records,
// of any size, in constant memory, and the routes beside it. It makes wellness
// days of the records, one source a day, and a recording of each workout.
//
// It must not know how an archive is packed nor how anything is stored.
package apple
