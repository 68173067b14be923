// Package reading is what every reader of recordings is given and gives back:
// limits, and a result. It knows no format.
package reading
