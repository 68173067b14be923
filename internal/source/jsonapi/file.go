package jsonapi

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"io"
	"mime"
	"net/http"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// maxBytes is the longest answer, and the longest file that is packed in one.
const maxBytes = 64 << 20

// File fetches the file of an activity and unpacks it where it comes packed.
// Where the service does not name it, it is called otherwise.
func (c *Client) File(ctx context.Context, r Request, otherwise string) (source.File, error) {
	a, err := c.Send(ctx, r)
	if err != nil {
		return source.File{}, err
	}
	name, body := fileName(a.Header, otherwise), a.Body
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		name = strings.TrimSuffix(name, ".gz")
		if body, err = c.unpack(body); err != nil {
			return source.File{}, err
		}
	}
	if len(body) == 0 {
		return source.File{}, c.NotFound("file of this activity")
	}
	return source.File{Name: name, Body: body}, nil
}

// fileName is the name that an answer gives its file.
func fileName(h http.Header, otherwise string) string {
	_, params, err := mime.ParseMediaType(h.Get("Content-Disposition"))
	if err != nil {
		return otherwise
	}
	name := params["filename"]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	return cmp.Or(textclean.Line(name, textclean.NameRunes), otherwise)
}

func (c *Client) unpack(packed []byte) (plain []byte, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, maxBytes+1))
	}
	switch {
	case err != nil:
		f := source.Failure{Fault: source.Unavailable, Source: c.api.Name, Err: err}
		return nil, source.Fail(f, c.api.Title+" sent a file that does not unpack.")
	case len(plain) > maxBytes:
		return nil, training.Errorf(training.KindTooLarge, "%s sent a file of more than %d MiB.", c.api.Title, maxBytes>>20)
	}
	return plain, nil
}
