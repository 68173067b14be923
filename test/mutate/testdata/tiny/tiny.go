// Package tiny is what the tests of the mutations put faults into.
package tiny

// Above counts what is above a floor. Its tests say nothing of the floor itself.
func Above(floor int, all ...int) (n int) {
	for _, x := range all {
		if x > floor {
			n++
		}
	}
	return n
}

// Joined returns two texts as one.
func Joined(a, b string) string { return a + b }
