// Package chart draws the course of a workout by the thresholds of a day. It
// must not know where a workout is kept.
package chart
