// Package estimate answers what an athlete's thresholds may be, from the best
// of recent days: it gathers the efforts, lets package threshold judge them,
// and sets the settings in force beside the result. It writes nothing.
package estimate
