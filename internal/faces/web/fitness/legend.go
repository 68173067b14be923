package fitness

import (
	"slices"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// legendItem is what a legend names: who chooses it hides or shows it.
type legendItem struct{ key, title, class string }

// legendItems is what can be seen of the chart.
func legendItems(p *page.Page, v *fitnessView) []legendItem {
	out := []legendItem{{"ctl", p.Say("Fitness"), "ctl"}, {"atl", p.Say("Fatigue"), "atl"}, {"tsb", p.Say("Form"), "tsb"}}
	classes := v.classes()
	for _, s := range v.load.V.Actual.BySport {
		out = append(out, legendItem{s.Sport, p.Say("Load, %s", p.Sport(s.Sport)), "sport-" + classes[s.Sport]})
	}
	if len(v.load.V.Projected.Dates) > 0 {
		out = append(out, legendItem{"projected", p.Say("projected"), "dashed"})
	}
	return append(out, legendItem{"bands", p.Say("Bands of form"), "of-bands"})
}

func (v *fitnessView) hidden(key string) bool { return slices.Contains(v.hide, key) }

// toggled is the page's address with a thing of the legend hidden, or shown again.
func (v *fitnessView) toggled(p *page.Page, key string) string {
	rest := slices.DeleteFunc(slices.Clone(v.hide), func(x string) bool { return x == key || x == "" })
	if !v.hidden(key) {
		rest = append(rest, key)
	}
	return p.With("hide", strings.Join(rest, ","))
}

// loadMethod is how a load was found, and whether it is an estimate from how the
// body answered rather than from the work that was done.
func loadMethod(p *page.Page, name string) (text string, estimated bool) {
	switch name {
	case "":
		return "", false
	case "manual":
		return p.Say("entered by hand"), false
	case "power_tss":
		return p.Say("by power"), false
	case "rtss_ngp", "rtss_speed":
		return p.Say("by pace"), false
	case "stss":
		return p.Say("by swimming pace"), false
	case "rpe_tss":
		return p.Say("by how it felt"), true
	}
	return p.Say("by heart rate"), true
}
