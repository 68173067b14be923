// Package watch tells which files of a folder are new and whole. It looks
// when it is told to and keeps no time of its own: a file is whole when two
// looks in a row found it with the same size and the same time of change.
// Where the system tells of changes below a folder, looks between them can be
// left out; whether it does is found out, since some mounts tell of nothing. It
// must not know what is in a file, nor what becomes of it.
package watch
