// Package gear answers what the athlete trains with, how far and how long it
// went, and what of it is due. It counts the activities that its audience may
// see, and writes nothing.
package gear
