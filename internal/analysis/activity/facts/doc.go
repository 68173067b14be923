// Package facts is one row of an answer about activities: only what is known,
// by its published name. It does not know what the names mean.
package facts
