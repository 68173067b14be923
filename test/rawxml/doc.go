// Package rawxml has the text of TCX and GPX files for tests, as devices,
// services and attackers write them, with the truth that a reader must find.
// It is for tests only and uses no XML library.
package rawxml
