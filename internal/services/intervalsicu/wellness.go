package intervalsicu

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// Wellness gives the days that have anything. Days of the future that hold
// only what the service projects have nothing.
func (c *Client) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	list, err := c.wellness(ctx, days, nil)
	if err != nil {
		return nil, err
	}
	var out []training.WellnessDay
	for _, w := range list {
		d, err := w.Read()
		if err != nil {
			return nil, c.api.NotAsDescribed(opWellness, err)
		}
		if !d.Empty() {
			out = append(out, d)
		}
	}
	return out, nil
}

func (c *Client) wellness(ctx context.Context, days training.DayRange, fields []string) ([]Wellness, error) {
	q := url.Values{"oldest": {days.From.String()}, "newest": {days.To.String()}}
	if fields != nil {
		q.Set("fields", strings.Join(fields, ","))
	}
	return client.Ask[[]Wellness](ctx, c.api, request{Op: opWellness, At: []string{c.athlete, ""}, Query: q})
}

// Fitness gives the service's own model, day by day. Where it leaves days out,
// so does this.
func (c *Client) Fitness(ctx context.Context, days training.DayRange) ([]training.FitnessDay, error) {
	list, err := c.wellness(ctx, days, FitnessFields())
	if err != nil {
		return nil, err
	}
	var out []training.FitnessDay
	for _, w := range list {
		f, ok, err := w.Fitness()
		if err != nil {
			return nil, c.api.NotAsDescribed(opWellness, err)
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

// PutWellness sets fields of days. A day that the athlete has locked stays as
// it is without a word from the service, so what it has then is compared.
func (c *Client) PutWellness(ctx context.Context, days ...training.WellnessDay) error {
	var patches []Patch
	var span training.DayRange
	for i, d := range days {
		p, err := WriteWellness(d)
		if err != nil {
			return err
		}
		patches = append(patches, p)
		if i == 0 {
			span = training.DayRange{From: d.Day, To: d.Day}
		}
		span = training.DayRange{From: min(span.From, d.Day), To: max(span.To, d.Day)}
	}
	return c.put(ctx, span, patches)
}

// KeepsWellness reports whether the service has a place for a field that can
// be written.
func (c *Client) KeepsWellness(f training.WellnessField) bool { return KeepsWellness(f) }

// ClearWellness empties fields of a day.
func (c *Client) ClearWellness(ctx context.Context, day training.Day, fields ...training.WellnessField) error {
	if len(fields) == 0 {
		return nothingToChange()
	}
	p, err := ClearWellness(day, fields)
	if err != nil {
		return err
	}
	return c.put(ctx, training.DayRange{From: day, To: day}, []Patch{p})
}

func (c *Client) put(ctx context.Context, span training.DayRange, patches []Patch) error {
	switch len(patches) {
	case 0:
		return nothingToChange()
	case 1:
		had, err := client.Ask[Wellness](ctx, c.api,
			request{Op: opPutWellness, At: []string{c.athlete, span.From.String()}, Body: patches[0], Repeatable: true})
		if err != nil {
			return err
		}
		return c.took(patches, []Wellness{had})
	}
	if err := c.api.Do(ctx, request{Op: opWellnessBulk, At: []string{c.athlete}, Body: patches, Repeatable: true}); err != nil {
		return err
	}
	had, err := c.wellness(ctx, span, nil)
	if err != nil {
		return err
	}
	return c.took(patches, had)
}

// took compares what was sent with what the service then has.
func (c *Client) took(patches []Patch, had []Wellness) error {
	byDay := map[string]Wellness{}
	for _, w := range had {
		var day string
		if err := json.Unmarshal(w["id"], &day); err != nil {
			return c.api.NotAsDescribed(opWellness, err)
		}
		byDay[day] = w
	}
	var left []string
	for _, p := range patches {
		day := fmt.Sprint(p["id"])
		if locked := string(byDay[day]["locked"]) == "true"; locked && !byDay[day].Holds(p) {
			left = append(left, day)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return training.Errorf(training.KindConflict, "Intervals.icu has locked %s and took nothing.", strings.Join(left, ", ")).
		WithFix("Unlock the day on the service's own page; its interface cannot.")
}
