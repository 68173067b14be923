// Package settings is the toolset for the settings of a sport: the thresholds
// and zones of a day, setting and deleting them, and letting them reach back
// over history. It knows nothing of stores and of services.
package settings
