package segment

// New is a series of values that are a second apart.
func New(x []float64) *Series {
	s := &Series{X: x, TimeS: make([]int32, len(x))}
	for i := range s.TimeS {
		s.TimeS[i] = int32(i)
	}
	s.total()
	return s
}
