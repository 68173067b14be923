package period

// Fold returns fold of s.
func Fold(s string) string { return fold(s) }

// Words returns the words of the table as they are written there.
func Words() (out []string) {
	for _, e := range entries() {
		out = append(out, e.Words...)
	}
	return out
}
