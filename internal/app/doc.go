// Package app composes the program: it turns settings into objects and passes
// them to the faces. Only this package reads the clock, makes random ids and
// knows concrete types from every floor.
package app
