// Package oracle holds tests alone: they compare the metrics of real
// recordings with what the devices that made them computed. Without the
// collection of recordings they skip.
package oracle
