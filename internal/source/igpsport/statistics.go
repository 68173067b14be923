package igpsport

import (
	"context"
	"net/url"

	"lapkeep/internal/source"
	"lapkeep/internal/source/igpsport/wire"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/training"
)

// Statistics gives those of the year of a day, of all sports: of the kinds of
// period that the service takes only the number of a year is known.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	const ofYear, allSports, metres = "2", "-1", "0"
	op, query := opStatistics, url.Values{"DistanceUnit": {metres}, "Time": {day.String()}, "Type": {ofYear}}
	if c.region.name == China {
		op = opStatisticsChina
		query = url.Values{"distanceUnit": {metres}, "time": {day.String()}, "type": {ofYear}, "bigSportType": {allSports}}
	}
	got, err := jsonapi.Ask[wire.Statistics](ctx, c.api, jsonapi.Request{Op: op, Query: query})
	if err != nil {
		return source.Statistics{}, err
	}
	return got.Read(day.String()[:4]), nil
}
