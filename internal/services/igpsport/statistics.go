package igpsport

import (
	"context"
	"net/url"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
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
	got, err := client.Ask[Statistics](ctx, c.api, client.Request{Op: op, Query: query})
	if err != nil {
		return source.Statistics{}, err
	}
	return got.Read(day.String()[:4]), nil
}
