// Package energy estimates what an activity burnt, for where no device says.
// It must not know how the inputs were measured.
package energy
