// Package settings answers which thresholds and zones of a sport hold on a
// day, what services have for it, and which loads a change of them moves. It
// never writes.
package settings
