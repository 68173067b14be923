// Package backup copies a store into one archive, brings it back from there,
// and checks that what is stored can still be read. It knows the files of a
// home and the tables that hold references, and nothing of what they mean.
package backup
