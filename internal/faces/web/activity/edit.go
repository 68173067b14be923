package activity

import (
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// What the forms of an activity do.
const (
	doMark   = "mark"
	doUnmark = "unmark"
	doNote   = "note"
	doWords  = "words"
)

// unreadable refuses fields that no form of the page sends.
func unreadable() error {
	return training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Load the page again, then repeat what you did.")
}

// Edit makes of a form what it asks for.
func Edit(p *page.Page, fields url.Values) (page.Deed, error) {
	id := p.Request.PathValue("id")
	back := page.OwnAddress(fields.Get("back"), page.Link("/activities/", id))
	switch do := fields.Get("do"); do {
	case doMark, doUnmark:
		name := page.Trimmed(fields, "name")
		in, err := markEdit(p.Request.Context(), p, id, name, fields.Get("from"), fields.Get("to"), do == doMark)
		return page.Deed{Tool: "update_activity", In: in, Then: page.Same(back + "#selection")}, err
	case doNote:
		in := page.Args{"id": id, "text": fields.Get("text")}
		if to := fields.Get("target"); to != "" {
			in["target"] = to
		}
		return page.Deed{Tool: "add_activity_note", In: in, Then: page.Same(back + "#notes")}, nil
	case doWords:
		in, err := wordsEdit(id, fields)
		return page.Deed{Tool: "update_activity", In: in, Then: page.Same(back)}, err
	}
	return page.Deed{}, unreadable()
}

// wordsEdit are the fields of the form that somebody changed; one that was made
// empty goes back to what was recorded.
func wordsEdit(id string, fields url.Values) (page.Args, error) {
	in, cleared := page.Args{"id": id}, []string{}
	for _, key := range []string{"name", "perceived_exertion", "feel"} {
		now := page.Trimmed(fields, key)
		switch {
		case !fields.Has(key) || now == page.Trimmed(fields, page.Before+key):
		case now == "":
			cleared = append(cleared, key)
		case key == "name":
			in[key] = now
		default:
			in[key] = json.Number(now)
			if _, err := strconv.ParseFloat(now, 64); err != nil {
				return nil, unreadable()
			}
		}
	}
	if len(cleared) > 0 {
		in["clear"] = cleared
	}
	if len(in) == 1 {
		return nil, training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Change a field, then save it.")
	}
	return in, nil
}

// second is a second of an activity as an address and a form have it.
func second(x float64) string { return strconv.Itoa(int(math.Round(x))) }

// scale are the whole steps of a scale, with what the ends mean.
func scale(from, to int, first, last string) (out [][2]string) {
	for i := from; i <= to; i++ {
		n := strconv.Itoa(i)
		text := n
		switch i {
		case from:
			text = n + ", " + first
		case to:
			text = n + ", " + last
		}
		out = append(out, [2]string{n, text})
	}
	return out
}

// among reports whether a value is one of the choices, or none at all.
func among(all [][2]string, value string) bool {
	return value == "" || slices.ContainsFunc(all, func(x [2]string) bool { return x[0] == value })
}

// weatherKeys are the numbers that a service says of the weather, in their order.
func (a *activityView) weatherKeys() (out []string) {
	for _, m := range training.WeatherMetrics() {
		if figure(a.Weather[string(m)]) != "" {
			out = append(out, string(m))
		}
	}
	return out
}

// weatherBy is the service whose word the weather is.
func (a *activityView) weatherBy() string {
	var name string
	_ = json.Unmarshal(a.Weather["source"], &name) // none is nobody's
	return page.Clean(name)
}

func weatherLabel(p *page.Page, key string) string {
	switch training.Metric(key) {
	case training.MetricWeatherTempC:
		return p.Say("Temperature")
	case training.MetricWeatherMinTempC:
		return p.Say("Coldest")
	case training.MetricWeatherMaxTempC:
		return p.Say("Warmest")
	case training.MetricFeelsLikeC:
		return p.Say("Feels like")
	case training.MetricWindSpeedKMH:
		return p.Say("Wind")
	case training.MetricWindGustKMH:
		return p.Say("Gusts")
	case training.MetricWindFromDeg:
		return p.Say("Wind from")
	case training.MetricHeadwindPct:
		return p.Say("Headwind")
	case training.MetricTailwindPct:
		return p.Say("Tailwind")
	case training.MetricCloudsPct:
		return p.Say("Clouds")
	case training.MetricMaxRainMM:
		return p.Say("Rain")
	case training.MetricMaxSnowMM:
		return p.Say("Snow")
	}
	return p.Label(key)
}
