package dashboard

import (
	"slices"
	"strings"
)

// legendItem is what a legend names: who chooses it hides or shows it.
type legendItem struct{ key, title, class string }

// fitnessLegend is what can be seen of the chart.
func (p *page) fitnessLegend(v *fitnessView) []legendItem {
	out := []legendItem{{"ctl", p.say("Fitness"), "ctl"}, {"atl", p.say("Fatigue"), "atl"}, {"tsb", p.say("Form"), "tsb"}}
	for _, s := range v.sport {
		if len(s.load) > 0 {
			out = append(out, legendItem{s.sport, p.say("Load, %s", p.sport(s.sport)), "sport-" + s.sport})
		}
	}
	if len(v.load.V.Projected.Dates) > 0 {
		out = append(out, legendItem{"projected", p.say("projected"), "dashed"})
	}
	return append(out, legendItem{"bands", p.say("Bands of form"), "plain"})
}

func (v *fitnessView) hidden(key string) bool { return slices.Contains(v.hide, key) }

// toggled is the page's address with a thing of the legend hidden, or shown again.
func (v *fitnessView) toggled(p *page, key string) string {
	rest := slices.DeleteFunc(slices.Clone(v.hide), func(x string) bool { return x == key || x == "" })
	if !v.hidden(key) {
		rest = append(rest, key)
	}
	return p.with("hide", strings.Join(rest, ","))
}

// loadMethod is how a load was found, and whether it is an estimate from how the
// body answered rather than from the work that was done.
func (p *page) loadMethod(name string) (text string, estimated bool) {
	switch name {
	case "":
		return "", false
	case "manual":
		return p.say("entered by hand"), false
	case "power_tss":
		return p.say("by power"), false
	case "rtss_ngp", "rtss_speed":
		return p.say("by pace"), false
	case "stss":
		return p.say("by swimming pace"), false
	case "rpe_tss":
		return p.say("by how it felt"), true
	}
	return p.say("by heart rate"), true
}
