// Package pwx reads PWX, the XML that TrainingPeaks and its device agents
// exchange. Each workout is a recording. Everything in it is metric; its start is
// the local time of the place unless it names a zone.
package pwx
