// Package oracle contains only tests. They compare the metrics of real
// recordings with the values of the devices that made them. Without the
// collection of recordings they are skipped.
package oracle
