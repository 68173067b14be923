package answerstest

import "slices"

// FitnessValues keeps values between processes, in memory.
type FitnessValues map[string][]byte

// Load is the value of a name.
func (k FitnessValues) Load(name string) ([]byte, bool) {
	b, ok := k[name]
	return slices.Clone(b), ok
}

// Save puts a value in place of another.
func (k FitnessValues) Save(name string, data []byte) error {
	k[name] = slices.Clone(data)
	return nil
}

// Remove takes a value away.
func (k FitnessValues) Remove(name string) { delete(k, name) }
