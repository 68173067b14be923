package fitnesstest

import "slices"

// Values keeps values between processes, in memory.
type Values map[string][]byte

// Load is the value of a name.
func (k Values) Load(name string) ([]byte, bool) {
	b, ok := k[name]
	return slices.Clone(b), ok
}

// Save puts a value in place of another.
func (k Values) Save(name string, data []byte) error {
	k[name] = slices.Clone(data)
	return nil
}

// Remove takes a value away.
func (k Values) Remove(name string) { delete(k, name) }
