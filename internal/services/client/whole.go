package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"lapkeep/internal/training"
)

// whole reads an answer to its end, so that one that was cut off is known
// while it can still be asked for again, and refuses one that is too long.
type whole struct {
	next    http.RoundTripper
	most    int64
	timeout time.Duration
}

var errSlow = errors.New("no answer in time")

func (w *whole) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(r.Context(), w.timeout, errSlow)
	defer cancel()
	resp, err := w.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, w.blame(ctx, r, err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, w.most+1))
	_ = resp.Body.Close() // only its end was of interest
	switch {
	case err != nil:
		return nil, w.blame(ctx, r, err)
	case int64(len(body)) > w.most:
		return nil, training.Errorf(training.KindTooLarge, "%s sent more than %d MiB.", r.URL.Hostname(), w.most>>20)
	}
	keep(resp, body)
	return resp, nil
}

// kept is a body that is in memory, whole. It can be read as any other, by
// libraries; the chain takes its text, so that nobody reads it twice.
type kept struct {
	io.Reader
	text []byte
}

func (kept) Close() error { return nil }

func keep(r *http.Response, text []byte) {
	r.Body, r.ContentLength = kept{bytes.NewReader(text), text}, int64(len(text))
}

// textOf is the answer's body, as whole has read it.
func textOf(r *http.Response) []byte {
	k, _ := r.Body.(kept)
	return k.text
}

// blame tells a slow service from a caller that gave up.
func (w *whole) blame(ctx context.Context, r *http.Request, err error) error {
	if r.Context().Err() == nil && errors.Is(context.Cause(ctx), errSlow) {
		return errSlow
	}
	return err
}
