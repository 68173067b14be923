package intervalsicu

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// SportSettings gives thresholds and zones. Pace is in metres a second in
// every sport, whatever units the athlete reads.
func (c *Client) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	return client.List(ctx, c.api, request{Op: opSettings, At: []string{c.athlete}}, (*Settings).Read)
}

// SaveSportSettings sets fields, or makes settings for sports. Where a new
// threshold or maximum comes without zones, the service computes them anew.
func (c *Client) SaveSportSettings(ctx context.Context, s training.SportSettings, fields ...string) (training.SportSettings, error) {
	r := request{Op: opCreateSettings, At: []string{c.athlete}}
	var err error
	if s.ID == "" {
		r.Body, err = NewSettings(s)
	} else {
		zones := slices.Contains(fields, "hr_zones_bpm") || len(fields) == 0
		recalc := !zones && (slices.Contains(fields, "lthr_bpm") || slices.Contains(fields, "max_hr_bpm"))
		r = request{
			Op: opUpdateSettings, At: []string{c.athlete, s.ID},
			Query: url.Values{"recalcHrZones": {strconv.FormatBool(recalc)}}, Repeatable: true,
		}
		r.Body, err = SettingsPatch(s, fields...)
		if _, wrong := Number(s.ID); wrong != nil {
			return s, wrong
		}
	}
	if err != nil {
		return s, err
	}
	return client.One(ctx, c.api, r, (*Settings).Read)
}

// DeleteSportSettings deletes settings.
func (c *Client) DeleteSportSettings(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteSettings, id)
}

// ApplySportSettings lets the service compute the whole history anew.
func (c *Client) ApplySportSettings(ctx context.Context, id string) error {
	if _, err := Number(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opApplySettings, At: []string{c.athlete, id}, Repeatable: true})
}
