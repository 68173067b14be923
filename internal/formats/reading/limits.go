package reading

import "time"

// Limits bound what one input may cost. A zero field means the default.
type Limits struct {
	// MaxBytes is the size of the content, after unpacking.
	MaxBytes int64
	// MaxRatio is how many bytes one compressed byte may become.
	MaxRatio int64
	// MaxDepth is how often the content may be compressed on top of itself.
	MaxDepth int
	// MaxNesting is how deep XML elements may nest.
	MaxNesting int
	// MaxRecords is how many records one file may hold.
	MaxRecords int
	// Timeout is how long reading may take.
	Timeout time.Duration
}

// The defaults leave room for a week at 1 Hz, and for a day and a half of it as XML
// with every sensor, on a machine with little memory: the bytes and all that
// is made of them are held at once.
const (
	defaultMaxBytes   = 48 << 20
	defaultMaxRatio   = 200
	defaultMaxDepth   = 2
	defaultMaxNesting = 64
	defaultMaxRecords = 7 * 24 * 60 * 60
	defaultTimeout    = 60 * time.Second
)

// WithDefaults fills in the fields that are zero.
func (l Limits) WithDefaults() Limits {
	l.MaxBytes = orDefault(l.MaxBytes, defaultMaxBytes)
	l.MaxRatio = orDefault(l.MaxRatio, defaultMaxRatio)
	l.MaxDepth = orDefault(l.MaxDepth, defaultMaxDepth)
	l.MaxNesting = orDefault(l.MaxNesting, defaultMaxNesting)
	l.MaxRecords = orDefault(l.MaxRecords, defaultMaxRecords)
	l.Timeout = orDefault(l.Timeout, defaultTimeout)
	return l
}

func orDefault[T int | int64 | time.Duration](v, d T) T {
	if v <= 0 {
		return d
	}
	return v
}
