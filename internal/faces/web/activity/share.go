package activity

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Activity is what a page for others may be made of, as get_activity tells it.
type Activity struct {
	ID          string                     `json:"id"`
	Date        string                     `json:"local_date"`
	Sport       string                     `json:"sport"`
	Name        string                     `json:"name"`
	Description string                     `json:"description"`
	Numbers     map[string]json.RawMessage `json:"summary"`
	Laps        []lap                      `json:"laps"`
	Recordings  []Recording                `json:"recordings"`
}

type lap = map[string]json.RawMessage

// Recording has the names of its channels.
type Recording struct {
	Channels []string `json:"channels"`
}

// Choice is what the athlete chose to show.
type Choice struct {
	Name              string
	Month             bool // the month alone, not the day
	ClipM             int
	Numbers, Charts   []string
	Track, Laps, Said bool
}

// The fields of the form.
const (
	chosenField  = "share"
	nameField    = "name"
	dateField    = "date"
	clipField    = "clip"
	numberField  = "number"
	chartField   = "chart"
	partField    = "part"
	trackPart    = "track"
	lapsPart     = "laps"
	wordsPart    = "description"
	monthOnly    = "month"
	defaultClipM = 300
)

// clips are the choices of what is cut at both ends, in metres.
func clips() []int { return []int{0, 200, defaultClipM, 500, 1000} }

// ReadShare makes a choice of the fields of the form. What the form does not offer is
// not chosen.
func ReadShare(q url.Values, a *Activity) Choice {
	if !q.Has(chosenField) {
		return a.usual()
	}
	c := Choice{
		Name: textclean.Line(q.Get(nameField), textclean.NameRunes), Month: q.Get(dateField) == monthOnly, ClipM: defaultClipM,
		Track: slices.Contains(q[partField], trackPart) && a.has(training.Latitude),
		Laps:  slices.Contains(q[partField], lapsPart), Said: slices.Contains(q[partField], wordsPart),
	}
	if m, err := strconv.Atoi(q.Get(clipField)); err == nil && slices.Contains(clips(), m) {
		c.ClipM = m
	}
	c.Numbers = shareAmong(a.offered(), q[numberField])
	c.Charts = shareAmong(a.charts(), q[chartField])
	return c
}

// usual is what is chosen until the athlete chooses.
func (a *Activity) usual() Choice {
	c := Choice{
		Name: a.Name, ClipM: defaultClipM, Track: a.has(training.Latitude),
		Charts: shareAmong(a.charts(), []string{training.Altitude.String(), training.Speed.String()}),
	}
	pace := a.figure("pace_s_per_km") != "" || a.figure("pace_s_per_100m") != ""
	for _, k := range a.offered() {
		switch k {
		case "duration_s", "distance_km", "elevation_gain_m", "pace_s_per_km", "pace_s_per_100m":
			c.Numbers = append(c.Numbers, k)
		case "avg_speed_kmh":
			if !pace {
				c.Numbers = append(c.Numbers, k)
			}
		}
	}
	return c
}

func shareAmong(all, chosen []string) (out []string) {
	for _, x := range all {
		if slices.Contains(chosen, x) {
			out = append(out, x)
		}
	}
	return out
}

// offered are the numbers that the activity has and that may be shown, in their order.
func (a *Activity) offered() (out []string) {
	for _, k := range []string{
		"duration_s", "distance_km", "elevation_gain_m", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "gap_s_per_km",
		"moving_time_s", "elapsed_time_s", "max_speed_kmh", "elevation_loss_m", "avg_power_w", "normalized_power_w", "max_power_w",
		"work_kj", "avg_hr_bpm", "max_hr_bpm", "avg_cadence_rpm", "avg_cadence_spm", "calories_kcal", "tss",
	} {
		if a.figure(k) != "" {
			out = append(out, k)
		}
	}
	return out
}

// charts are the channels that may be drawn and that the activity has.
func (a *Activity) charts() (out []string) {
	for _, ch := range []training.Channel{training.Altitude, training.Speed, training.Power, training.HeartRate, training.Cadence} {
		if a.has(ch) {
			out = append(out, ch.String())
		}
	}
	return out
}

func (a *Activity) has(ch training.Channel) bool {
	return slices.ContainsFunc(a.Recordings, func(r Recording) bool { return slices.Contains(r.Channels, ch.String()) })
}

func (a *Activity) figure(key string) page.Num { return shareFigure(a.Numbers[key]) }

// shareFigure is a number of an answer, empty where it is none.
func shareFigure(raw json.RawMessage) page.Num {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return ""
	}
	return page.Num(raw)
}

// FileName is that of the file: it has no more of the date than the page.
func (c *Choice) FileName(a *Activity) string {
	day := a.Date
	if c.Month && len(day) >= len("2006-01") {
		day = day[:len("2006-01")]
	}
	const most = 60
	name := slug(c.Name)
	if name == "" {
		name = slug(a.Sport)
	}
	return strings.Trim("lapkeep-"+slug(day)+"-"+name[:min(most, len(name))], "-") + ".html"
}

// slug is a text in letters that every system takes in names.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
