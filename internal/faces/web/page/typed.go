package page

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"
)

// Typed is a number of a tool as a field of a form shows it, in the reader's unit.
func (p *Page) Typed(key string, v json.Number) string {
	if v == "" || !p.Miles {
		return v.String()
	}
	return p.Number(key, v).Text
}

// DistanceField asks for a distance in the reader's unit.
func DistanceField(p *Page, now json.Number) FormField {
	return FormField{
		Key: "distance_km", Title: p.Say("Distance, %s", p.Shown("distance_km")), Value: p.Typed("distance_km", now),
		Number: "any", Most: "5000",
	}
}

// Shown is the unit that a reader types a number in: km, mi, lb.
func (p *Page) Shown(key string) string {
	u := unitOf(key)
	if p.Miles && u.Miles.Shown != "" {
		return strings.TrimPrefix(u.Miles.Shown, "/")
	}
	return strings.TrimPrefix(u.Shown, "/")
}

// Metric is a number that was typed in the reader's unit, in the tool's.
func (p *Page) Metric(key string, v float64) float64 {
	c := unitOf(key).Miles
	if !p.Miles || c.Shown == "" {
		return v
	}
	return math.Round((v-c.Shift)/c.Factor*1000) / 1000
}

// MetricFields makes the lengths and weights of a form metric, and what it showed
// before. What is no number stays, for the form to refuse.
func (p *Page) MetricFields(fields url.Values) {
	for _, key := range []string{"distance_km", "weight_kg"} {
		for _, name := range []string{key, Before + key} {
			if v, err := strconv.ParseFloat(Trimmed(fields, name), 64); err == nil {
				fields.Set(name, strconv.FormatFloat(p.Metric(key, v), 'f', -1, 64))
			}
		}
	}
}
