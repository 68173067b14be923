// Package app assembles the program: it turns settings into objects and passes them
// to the faces. Only this package reads the clock, creates random ids and uses concrete
// types from all other packages.
package app
