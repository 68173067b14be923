package intervalsicu

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// SportSettings gives thresholds and zones. Pace is in metres a second in
// every sport, whatever units the athlete reads.
func (c *Client) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	list, err := ask[[]wire.Settings](ctx, c, request{op: opSettings, at: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	out := make([]training.SportSettings, len(list))
	for i := range list {
		out[i] = list[i].Read()
	}
	return out, nil
}

// SaveSportSettings sets fields, or makes settings for sports. Where a new
// threshold or maximum comes without zones, the service computes them anew.
func (c *Client) SaveSportSettings(ctx context.Context, s training.SportSettings, fields ...string) (training.SportSettings, error) {
	r := request{op: opCreateSettings, at: []string{c.athlete}}
	var err error
	if s.ID == "" {
		r.body, err = wire.NewSettings(s)
	} else {
		zones := slices.Contains(fields, "hr_zones_bpm") || len(fields) == 0
		recalc := !zones && (slices.Contains(fields, "lthr_bpm") || slices.Contains(fields, "max_hr_bpm"))
		r = request{op: opUpdateSettings, at: []string{c.athlete, s.ID}, query: url.Values{"recalcHrZones": {strconv.FormatBool(recalc)}}, repeatable: true}
		r.body, err = wire.SettingsPatch(s, fields...)
		if _, wrong := wire.Number(s.ID); wrong != nil {
			return s, wrong
		}
	}
	if err != nil {
		return s, err
	}
	saved, err := ask[wire.Settings](ctx, c, r)
	if err != nil {
		return s, err
	}
	return saved.Read(), nil
}

// DeleteSportSettings deletes settings.
func (c *Client) DeleteSportSettings(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteSettings, id)
}

// ApplySportSettings lets the service compute the whole history anew.
func (c *Client) ApplySportSettings(ctx context.Context, id string) error {
	if _, err := wire.Number(id); err != nil {
		return err
	}
	return c.do(ctx, request{op: opApplySettings, at: []string{c.athlete, id}, repeatable: true})
}
