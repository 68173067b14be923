// Package yamldoc reads a YAML text that people wrote with its places and its
// comments, and changes single values of it: whatever an edit does not touch
// stays as it is, byte for byte. It knows nothing of training.
package yamldoc
