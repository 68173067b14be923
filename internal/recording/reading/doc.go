// Package reading holds the limits that every reader of recordings is given and
// the result that it gives back. It knows no format.
package reading
