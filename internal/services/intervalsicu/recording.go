package intervalsicu

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// FetchRecording gives the original file. It comes packed and is unpacked here.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if err := c.owns(ctx, id); err != nil {
		return source.File{}, err
	}
	return c.api.File(ctx, request{Op: opFile, At: []string{id}}, id)
}

// FetchStreams gives what the service kept of a recording, as it was recorded:
// where the service has cleaned power or heart rate, what was there before.
// What the streams do not say are the pauses.
func (c *Client) FetchStreams(ctx context.Context, id string) (training.Recording, error) {
	a, err := c.readable(ctx, id)
	if err != nil {
		return training.Recording{}, err
	}
	streams, err := c.streams(ctx, id, StreamTypes()...)
	if err != nil {
		return training.Recording{}, err
	}
	columns, err := Columns(streams)
	if err != nil {
		return training.Recording{}, c.api.NotAsDescribed(opStreams, err)
	}
	if columns.Len() == 0 {
		return training.Recording{}, c.api.NotFound("streams of this activity")
	}
	read, err := c.read(ctx, []Activity{a})
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
		Warnings: []string{string(i18n.Sentence("Read from the streams of Intervals.icu: laps and pauses are not in them."))},
	}
}
