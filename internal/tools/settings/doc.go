// Package settings contains the tools for the settings of a sport. They show the
// thresholds and zones on a given day, set and delete them, and apply them to
// past activities. The package does not depend on stores or services.
package settings
