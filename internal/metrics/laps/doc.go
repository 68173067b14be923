// Package laps computes what a lap, a split or a pool length amounts to.
package laps
