// Package app is the composition: it turns settings into objects and lends
// them to the faces. It alone reads the clock, makes random ids and knows
// concrete types from every floor.
package app
