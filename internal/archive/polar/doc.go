// Package polar recognises the sessions that Polar hands out, so that a report
// can say what they are. Their form is not published and has changed, and so
// they are not read.
package polar
