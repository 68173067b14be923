package today

import (
	"strings"

	"lapkeep/internal/faces/web/page"
)

// scales are what numbers without a unit mean, one a sentence.
func scales(p *page.Page, told string) (out []string) {
	for part := range strings.SplitSeq(told, "; ") {
		name, scale, ok := strings.Cut(part, " ")
		switch {
		case !ok:
		case name == "ratings":
			out = append(out, p.Say("Ratings go from 1, best, to 4, worst."))
		default:
			out = append(out, p.Say("%s: %s.", p.Label(name), scaleText(p, scale)))
		}
	}
	return out
}

func scaleText(p *page.Page, scale string) string {
	return page.Called([][2]string{
		{"1 best to 4 injured", p.Say("1 is best, 4 is injured")},
		{"0 to 100 best", p.Say("from 0 to 100, which is best")},
		{"0 best to 100", p.Say("from 0, which is best, to 100")},
	}, scale)
}

// tellers are who measured.
func tellers(p *page.Page, all []string) string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = p.Teller(x)
	}
	return strings.Join(out, ", ")
}
