// Package streams answers what the sensors recorded over time: columns of one
// activity on one shared index, averaged to a resolution. It never writes,
// and knows nothing of tools, pages or protocols.
package streams
