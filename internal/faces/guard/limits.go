package guard

import (
	"math"
	"net/http"
	"runtime"
	"strconv"
	"time"
)

// DefaultMaxBody is the most bytes of a request's body.
const DefaultMaxBody = 4 << 20

// defaultAllBodies has room for two of the longest, and for thousands as they
// usually are. What reads a message may make twenty times its bytes of it.
const defaultAllBodies = 16 << 20

// Limits keep one caller from stopping the others. A zero field is its default.
type Limits struct {
	MaxBody       int64         // bytes of a request's body
	AllBodies     int64         // bytes of the bodies of all requests at once
	BodyPatience  time.Duration // for a body to arrive
	WritePatience time.Duration // for a client to take what is written
	KeepAlive     time.Duration // between signs of life on a silent stream
	Running       int           // requests at once
	Turns         int           // of these, how many the processors are shared by
	Turn          time.Duration // after which a long request goes on beside the others
	Waiting       int           // requests that wait for others to end
	Streams       int           // answers that stay open; the oldest makes room
	PerSecond     float64       // requests that one key may sustain
}

// turnsEach is how many short requests share one processor: one computes while
// the other waits for the disk. More would only make all of them late.
const turnsEach = 2

// A minute's worth of requests may come at once.
const burstSeconds = 60

func (l Limits) orDefault() Limits {
	return Limits{
		MaxBody:       or(l.MaxBody, DefaultMaxBody),
		AllBodies:     or(l.AllBodies, defaultAllBodies),
		BodyPatience:  or(l.BodyPatience, 20*time.Second),
		WritePatience: or(l.WritePatience, 20*time.Second),
		KeepAlive:     or(l.KeepAlive, 25*time.Second),
		Running:       or(l.Running, 32),
		Turns:         or(l.Turns, turnsEach*runtime.GOMAXPROCS(0)),
		Turn:          or(l.Turn, 50*time.Millisecond),
		Waiting:       or(l.Waiting, 256),
		Streams:       or(l.Streams, 128),
		PerSecond:     or(l.PerSecond, 200),
	}
}

func or[T int | int64 | float64 | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

func tooMany(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	(&refusal{http.StatusTooManyRequests, "There are too many requests.", "Wait as long as Retry-After says, then try again."}).write(w)
}

// past is a deadline that is over. Deadlines are set by timers, so that the
// guard needs no clock of the system.
func past() time.Time { return time.Unix(1, 0) }
