package intervalsicu

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// FetchRecording gives the original file. It comes packed and is unpacked here.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if err := c.owns(ctx, id); err != nil {
		return source.File{}, err
	}
	a, err := c.send(ctx, request{op: opFile, at: []string{id}})
	if err != nil {
		return source.File{}, err
	}
	body, packed, err := unpack(a.Body)
	if err != nil {
		return source.File{}, err
	}
	if len(body) == 0 {
		return source.File{}, notFound("Intervals.icu has no file of this activity.")
	}
	name := fileName(a.Header, id)
	if packed {
		name = strings.TrimSuffix(name, ".gz")
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

// unpack unpacks what is packed, up to the longest answer that is taken.
func unpack(body []byte) (plain []byte, packed bool, err error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, false, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, maxBytes+1))
	}
	switch {
	case err != nil:
		f := source.Failure{Fault: source.Unavailable, Source: wire.Name, Err: err}
		return nil, true, source.Fail(f, "Intervals.icu sent a file that does not unpack.")
	case len(plain) > maxBytes:
		return nil, true, training.Errorf(training.KindTooLarge, "Intervals.icu sent a file of more than %d MiB.", maxBytes>>20)
	}
	return plain, true, nil
}

// FetchStreams gives what the service kept of a recording, as it was recorded:
// where the service has cleaned power or heart rate, what was there before.
// What the streams do not say are the pauses.
func (c *Client) FetchStreams(ctx context.Context, id string) (training.Recording, error) {
	a, err := c.one(ctx, id)
	if err != nil {
		return training.Recording{}, err
	}
	switch {
	case a.Stub():
		return training.Recording{}, withheld()
	case a.Unread():
		return training.Recording{}, notAsDescribed(opActivity, errForm)
	}
	streams, err := ask[[]wire.Stream](ctx, c, request{op: opStreams, at: []string{id, ""}, query: url.Values{"types": {strings.Join(wire.StreamTypes(), ",")}}})
	if err != nil {
		return training.Recording{}, err
	}
	columns, err := wire.Columns(streams)
	if err != nil {
		return training.Recording{}, notAsDescribed(opStreams, err)
	}
	if columns.Len() == 0 {
		return training.Recording{}, notFound("Intervals.icu has no streams of this activity.")
	}
	read, err := c.read(ctx, []wire.Activity{a})
	if err != nil {
		return training.Recording{}, err
	}
	r := recordingOf(read[0], columns)
	r.OffsetS = a.OffsetS()
	return r, nil
}

// formatStreams is the format of recordings that came as streams.
const formatStreams training.Format = "streams"

func recordingOf(a source.Activity, columns training.Columns) training.Recording {
	length := float64(columns.TimeS[columns.Len()-1])
	return training.Recording{
		Format: formatStreams, Sport: a.Said.Sport, SubSport: a.Said.SubSport, Name: a.Said.Name, Description: a.Said.Description,
		Start: a.Start, ElapsedS: length, TimerS: length, Device: training.Device{Product: a.Device}, Columns: columns,
		DeviceValues: a.Said.Entry.Values, Sessions: 1,
		Warnings: []string{"Read from the streams of Intervals.icu: laps and pauses are not in them."},
	}
}
