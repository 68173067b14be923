package guard

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// firstPart is how much of a body is made room for before any of it is there;
// most are no longer.
const firstPart = 2 << 10

var errNoRoom = errors.New("too many bytes of bodies at once")

// body is one that is being read. It holds room for what has arrived, not for
// what was announced: who announces much and sends nothing takes nobody's place.
type body struct {
	room *semaphore.Weighted // bytes of all bodies
	held int64
	text []byte
}

// fill reads to the end; announced is the length, or less than 0.
func (b *body) fill(r io.Reader, announced int64) error {
	for {
		if len(b.text) == cap(b.text) && !b.grow(announced) {
			return errNoRoom
		}
		n, err := r.Read(b.text[len(b.text):cap(b.text)])
		b.text = b.text[:len(b.text)+n]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// grow doubles the text, up to a byte more than announced, by which its end
// is seen. While it is copied both count.
func (b *body) grow(announced int64) bool {
	next := max(firstPart, 2*int64(cap(b.text)))
	if announced >= b.held {
		next = min(next, announced+1)
	}
	if !b.room.TryAcquire(next) {
		return false
	}
	longer := make([]byte, len(b.text), next)
	copy(longer, b.text)
	b.room.Release(b.held)
	b.text, b.held = longer, next
	return true
}

// free gives back the room, when nobody reads the body any more.
func (b *body) free() { b.room.Release(b.held) }

// readBody reads the body of a caller who is known before anything else is
// spent on the request: a slow sender holds its own connection, and of the
// room of all bodies what it has sent.
func (g *Guard) readBody(w http.ResponseWriter, r *http.Request) (*body, *refusal) {
	b := &body{room: g.room}
	large := &refusal{http.StatusRequestEntityTooLarge, "The body is too large.", "Send less at once."}
	if r.ContentLength > g.limits.MaxBody {
		return b, large
	}
	if r.Body == nil || r.Body == http.NoBody {
		return b, nil
	}
	rc := http.NewResponseController(w)
	patience := time.AfterFunc(g.limits.BodyPatience, func() { _ = rc.SetReadDeadline(past()) })
	err := b.fill(http.MaxBytesReader(w, r.Body, g.limits.MaxBody), r.ContentLength)
	switch {
	case !patience.Stop():
		return b, &refusal{http.StatusRequestTimeout, "The body took too long to arrive.", "Send it at once."}
	case tooLarge(err):
		return b, large
	case errors.Is(err, errNoRoom):
		w.Header().Set("Retry-After", "1")
		return b, &refusal{http.StatusTooManyRequests, "Too much is being sent at once.", "Wait as long as Retry-After says, then try again."}
	case err != nil:
		return b, &refusal{http.StatusBadRequest, "The body ended early.", "Send it whole."}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b.text)), int64(len(b.text))
	return b, nil
}
