// Package kml reads the tracks of KML files: gx:Track elements, whose points
// have times, with the lists of sensors behind them. A line without times was
// drawn, not recorded. Speeds and distances in the lists have no unit that all
// writers agree on; they follow from the positions.
package kml
