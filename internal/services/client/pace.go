package client

import (
	"net/http"

	"golang.org/x/time/rate"
)

// pace lets so many requests a second through.
type pace struct {
	next  http.RoundTripper
	limit *rate.Limiter
	clock Clock
}

func (p *pace) RoundTrip(r *http.Request) (*http.Response, error) {
	now := p.clock.Now()
	place := p.limit.ReserveN(now, 1)
	if d := place.DelayFrom(now); d > 0 {
		if err := p.clock.Pause(r.Context(), d); err != nil {
			place.CancelAt(p.clock.Now())
			closeBody(r)
			return nil, err
		}
	}
	return p.next.RoundTrip(r)
}
