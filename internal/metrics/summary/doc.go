// Package summary computes all threshold-free scalars of a recording at once.
package summary
