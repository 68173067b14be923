// Package today is the first panel: what of the others matters today.
//
// # Wellness
//
// It is the panel of how the athlete is: the nights and the check-in,
// and the map of the body.
package today

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/picture"
)

// todayView is the contents of the first page.
type todayView struct {
	wellness page.Answer[wellness.View]
	events   page.Answer[page.Events]
	load     page.Answer[fitness.LoadView]
	week     page.Answer[page.Summary]
	goals    page.Answer[athlete.GoalList]
	latest   page.Answer[page.Activities]
	status   page.Answer[athlete.StatusView]
	now      []page.Event // of today
	next     []page.Event // of the days after
	picture  *picture.Canvas
	devices  *page.Devices // that the planned session can go to
}

// recent is the stretch that the first page looks back at.
const recent = "last 42 days"

// Page shows today.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	var v todayView
	page.Together(
		func() {
			v.wellness = page.Ask[wellness.View](ctx, p, "get_wellness", page.Args{"range": "last 28 days"})
		},
		func() {
			v.events = page.Ask[page.Events](ctx, p, "list_events", page.Args{"view": "agenda"})
			v.sort(p.Call.Today.String())
			v.draw(ctx, p)
		},
		func() {
			v.load = page.Ask[fitness.LoadView](ctx, p, "analyze_training_load", page.Args{"range": recent})
		},
		func() {
			v.week = page.Ask[page.Summary](ctx, p, "get_training_summary", page.Args{
				"period": "week", "sections": []string{"by_sport", "previous"},
			})
		},
		func() { v.goals = page.Ask[athlete.GoalList](ctx, p, "list_goals", nil) },
		func() {
			v.latest = page.Ask[page.Activities](ctx, p, "list_activities", page.Args{"limit": 1, "fields": page.Fields()})
		},
		func() { v.status = page.Ask[athlete.StatusView](ctx, p, "get_status", nil) },
	)
	if e, _, ok := v.planned(); ok {
		v.devices = page.Offer(ctx, p, e, v.status.V.Sources)
	}
	return todayBody(p, &v), nil
}

// sort separates the events of today from future ones.
func (v *todayView) sort(today string) {
	for _, e := range v.events.V.Events {
		switch {
		case e.Date == today || e.Date < today && e.End >= today:
			v.now = append(v.now, e)
		case e.Date > today && len(v.next) < 4:
			v.next = append(v.next, e)
		}
	}
}

// planned returns the session to show: today's, or else the next one.
func (v *todayView) planned() (e page.Event, isToday, ok bool) {
	for _, e := range v.now {
		if e.Planned != nil || len(e.Steps.Length) > 0 {
			return e, true, true
		}
	}
	for _, e := range v.next {
		if e.Planned != nil || len(e.Steps.Length) > 0 {
			return e, false, true
		}
	}
	return e, false, false
}

// draw asks for the picture of the planned session's steps. A row of the
// calendar does not have the text that they are drawn from.
func (v *todayView) draw(ctx context.Context, p *page.Page) {
	if e, _, ok := v.planned(); ok && len(e.Steps.Length) > 0 {
		whole := page.Ask[struct {
			Event page.Event `json:"event"`
		}](ctx, p, "get_event", page.Args{"id": e.ID})
		v.picture = page.StepCard(ctx, p, whole.V.Event)
	}
}

// theWeek returns the current week of the calendar.
func (v *todayView) theWeek() page.Week {
	for _, w := range v.events.V.Weeks {
		if w.DaysSoFar != "" {
			return w
		}
	}
	return page.Week{}
}

// noteworthy reports whether the card of what is worth knowing has any content.
func (v *todayView) noteworthy() bool {
	for _, s := range v.status.V.Sources {
		if s.Error != "" {
			return true
		}
	}
	return len(v.load.V.Alerts)+len(v.events.V.Races)+len(v.next)+len(v.status.V.Better) > 0
}

// mendedAt returns the page on which missing data can be added.
func mendedAt(missing string) string {
	if missing == "activities" || missing == "history" {
		return "/sources"
	}
	return "/settings"
}

// The box of one view of the body, in units.
const (
	bodyWidth  = "200"
	bodyHeight = "466"
)

// bodyShapes returns the outlines of the parts of the body in a box of 200 by
// 466 units, by the id of their region without its side. Of a paired part it
// has the one on the right of the picture; the other is mirrored.
func bodyShapes() map[string]string {
	out := map[string]string{}
	for _, some := range []map[string]string{frontTrunk(), frontLimbs(), backTrunk(), backLimbs()} {
		for id, d := range some {
			out[id] = d
		}
	}
	return out
}

func frontTrunk() map[string]string {
	return map[string]string{
		"forehead":       "M82 24Q84 7 100 7Q116 7 118 24Z",
		"face":           "M82 26H118Q119 39 111 46H89Q81 39 82 26Z",
		"jaw":            "M101 48H111Q108 56 101 57Z",
		"throat":         "M92 57Q100 62 108 57L109 69H91Z",
		"breastbone":     "M96 79H104V114H96Z",
		"upper_belly":    "M96 116H104V134H112V158H88V134H96Z",
		"lower_belly":    "M88 160H112V183L106 189H94L88 183Z",
		"pubic_bone":     "M94 191H106L103 204H97Z",
		"collarbone":     "M101 71L111 69Q126 72 138 76L136 81Q118 79 101 77Z",
		"front_shoulder": "M140 77Q154 80 155 96L143 102Q142 90 138 82Z",
		"chest":          "M106 80Q122 81 136 83Q141 95 140 105Q124 117 106 112Z",
		"ribs":           "M106 114Q124 119 140 107L136 136L114 133L106 132Z",
		"flank":          "M114 135L135 138Q132 151 134 166L114 164Z",
		"hip_flexor":     "M114 166L135 168Q138 178 139 189L120 187L114 182Z",
		"groin":          "M107 191L113 184L119 188L108 206L104 204Z",
	}
}

func frontLimbs() map[string]string {
	return map[string]string{
		"biceps":        "M143 104L155 98Q161 115 159 132L147 134Q143 118 143 104Z",
		"inner_elbow":   "M147 136L159 134L162 147L150 149Z",
		"inner_forearm": "M150 151L162 149Q168 166 169 184L159 187Q153 168 150 151Z",
		"inner_wrist":   "M159 189L169 186L170 194L161 196Z",
		"palm":          "M160 198L170 196L176 203L174 218H162Z",
		"thumb":         "M172 196Q181 201 183 214Q180 217 177 212L178 203Z",
		"fingers":       "M162 220H174L173 240Q168 246 163 240Z",
		"inner_thigh":   "M118 196L117 214L118 236V261H111Q106 235 107 210Z",
		"upper_quad":    "M121 189L140 191Q144 213 142 236H120Q118 214 120 195Z",
		"lower_quad":    "M120 238H142Q141 256 138 268L120 269Z",
		"kneecap":       "M121 274Q128 269 135 274Q138 283 134 290Q128 294 122 290Q119 282 121 274Z",
		"below_kneecap": "M122 293Q128 296 134 293L133 302H123Z",
		"inner_knee":    "M111 263H118L118 291H113Q109 277 111 263Z",
		"outer_knee":    "M138 271L142 269Q144 282 140 292L136 291Q140 282 138 271Z",
		"shin":          "M123 304H134L136 294H140Q144 320 136 350L134 362H126Q121 330 123 304Z",
		"inner_shin":    "M113 293H120L121 303Q119 332 124 362H120Q111 330 113 293Z",
		"front_ankle":   "M125 364H132L133 376H124Z",
		"inner_ankle":   "M119 364H123L122 377L117 376Z",
		"outer_ankle":   "M134 364H137L140 376L135 377Z",
		"top_of_foot":   "M119 379H138L144 393L121 396Z",
		"big_toe":       "M121 398L129 397V407Q123 411 120 406Z",
		"toes":          "M131 397L144 395L148 403Q139 410 131 408Z",
	}
}

func backTrunk() map[string]string {
	return map[string]string{
		"back_of_head":   "M81 26Q82 7 100 7Q118 7 119 26Q118 44 109 50H91Q82 44 81 26Z",
		"neck":           "M101 52H109L111 68L101 70Z",
		"upper_spine":    "M97 73H103V104H97Z",
		"middle_spine":   "M97 106H103V140H97Z",
		"lower_spine":    "M97 142H103V171H97Z",
		"sacrum":         "M93 173H107L104 188H96Z",
		"tailbone":       "M97 190H103L101 201H99Z",
		"trapezius":      "M105 73L112 70Q126 75 138 78L124 89L105 99Z",
		"shoulder_blade": "M105 101L124 91L138 82Q142 100 140 119L105 117Z",
		"middle_back":    "M105 119L140 121Q138 133 136 144L105 141Z",
		"lower_back":     "M105 143L135 146Q133 156 135 167L109 171L105 170Z",
		"back_shoulder":  "M140 79Q154 81 155 96L143 103Q142 90 140 83Z",
		"outer_hip":      "M129 170L136 169Q141 182 142 202L135 200L134 188Z",
		"upper_glute":    "M109 173L127 171L132 187L106 189Z",
		"lower_glute":    "M105 191L132 189L133 203Q120 213 107 207Z",
		"sit_bone":       "M107 209Q114 213 121 212L119 219H108Z",
	}
}

func backLimbs() map[string]string {
	return map[string]string{
		"triceps":         "M143 105L155 98Q161 115 159 132L147 134Q143 118 143 105Z",
		"elbow":           "M147 136L159 134L162 147L150 149Z",
		"outer_forearm":   "M150 151L162 149Q168 166 169 184L159 187Q153 168 150 151Z",
		"outer_wrist":     "M159 189L169 186L170 194L161 196Z",
		"back_of_hand":    "M160 198L170 196L178 204L173 238Q168 246 163 238Z",
		"upper_hamstring": "M109 221H120L123 213Q130 210 133 206L132 242H109Z",
		"lower_hamstring": "M109 244H132L133 267H111Z",
		"outer_thigh":     "M135 203L142 204Q145 235 140 266H135L134 243Z",
		"back_of_knee":    "M111 269H140L139 291H113Z",
		"inner_calf":      "M112 293H125V330L117 331Q110 312 112 293Z",
		"outer_calf":      "M127 293H139Q143 312 136 331L127 330Z",
		"lower_calf":      "M117 333L126 332L135 333L133 353H120Z",
		"achilles":        "M122 355H131L130 375H123Z",
		"heel":            "M119 377H134Q137 387 133 393H120Q116 387 119 377Z",
		"arch":            "M117 403H127V428L116 430Q114 416 117 403Z",
		"outer_foot":      "M129 403H136L141 443H132Z",
		"ball_of_foot":    "M115 432L128 430L130 445H140Q138 457 128 459Q117 459 115 448Z",
	}
}
