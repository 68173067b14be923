package fitnesstest

import "slices"

// Shelf keeps values between processes, in memory.
type Shelf map[string][]byte

// Load is the value of a name.
func (k Shelf) Load(name string) ([]byte, bool) {
	b, ok := k[name]
	return slices.Clone(b), ok
}

// Save puts a value in place of another.
func (k Shelf) Save(name string, data []byte) error {
	k[name] = slices.Clone(data)
	return nil
}

// Remove takes a value away.
func (k Shelf) Remove(name string) { delete(k, name) }
