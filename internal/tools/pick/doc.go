// Package pick finds the activity that a caller means.
package pick
