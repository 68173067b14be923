// Package polar reads the archive that Polar Flow hands out. Its training
// sessions are recordings that are read like any other file; what it says of days
// is read here. It must not know how the archive is packed nor how anything is
// stored.
package polar
