// Package settings is the toolset for the settings of a sport: showing the
// thresholds and zones of a day, setting and deleting them, and applying them
// to past activities. It knows nothing about stores and services.
package settings
