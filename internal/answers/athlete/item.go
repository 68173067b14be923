package athlete

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// CustomItem is a custom item in the form that is shown.
type CustomItem struct {
	ID          string   `json:"id"`
	Type        string   `json:"type"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Visibility  string   `json:"visibility"`
	Code        string   `json:"code,omitempty"` // code of a field
	Sources     []string `json:"sources,omitempty"`
	Edited      bool     `json:"edited,omitempty"` // the athlete has changed it
	// Content is a JSON object as text, written by the author of the item.
	Content string `json:"content,omitempty"`
	// Cut means that only a part of the content is shown because it is too long.
	Cut bool `json:"content_truncated,omitempty"`
}

const (
	private = "private"
	// contentRunes is the maximum length of the content that is shown.
	contentRunes = 8000
)

// CustomStored is a custom item with its layers.
type CustomStored struct {
	document.Document
	training.CustomItem
}

// FindCustom reads one custom item by its id.
func FindCustom(ctx context.Context, r store.Reader, s training.Scope, id string) (CustomStored, error) {
	d, err := r.Document(ctx, s, document.CustomItems, id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return CustomStored{}, training.Errorf(training.KindNotFound, "There is no custom item %q.", textclean.Line(id, textclean.NameRunes)).
			WithFix("list_custom_items lists them.")
	}
	if err != nil {
		return CustomStored{}, err
	}
	it, err := document.Show[training.CustomItem](d)
	it.ID = d.ID
	return CustomStored{d, it}, err
}

// AllCustom reads all custom items, ordered by type and name.
func AllCustom(ctx context.Context, r store.Reader, s training.Scope) ([]CustomStored, error) {
	all, err := document.List[training.CustomItem](ctx, r, s, document.CustomItems)
	out := make([]CustomStored, len(all))
	for i, d := range all {
		d.Value.ID = d.ID
		out[i] = CustomStored{d.Document, d.Value}
	}
	slices.SortStableFunc(out, func(a, b CustomStored) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) })
	return out, err
}

// View returns the item for display, without its content.
func (it *CustomStored) View() CustomItem {
	v := CustomItem{
		ID: it.CustomItem.ID, Type: word(strings.ToLower(it.Type)), Name: textclean.Line(it.Name, textclean.NameRunes),
		Description: textclean.Text(it.Description, textclean.TextRunes), Visibility: word(strings.ToLower(it.Visibility)),
		Code: word(it.FieldCode()), Edited: len(it.Own) > 0,
	}
	if v.Visibility == "" {
		v.Visibility = private
	}
	for _, s := range it.Statements {
		v.Sources = append(v.Sources, s.Source)
	}
	return v
}

// word returns the text if it is a plain word, or "" otherwise.
func word(text string) string {
	odd := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	if len(text) > maxWord || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

const maxWord = 64

// Whole returns the item for display, with its content.
func (it *CustomStored) Whole() CustomItem {
	v := it.View()
	text := plain(it.Content)
	v.Content = textclean.Text(text, contentRunes)
	v.Cut = len([]rune(text)) > contentRunes
	return v
}

// FieldCode returns the code under which the values of a field are stored, or "" if there is none.
func (it *CustomStored) FieldCode() string {
	var content struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(it.Content, &content) != nil {
		return ""
	}
	return content.Code
}

// plain returns a JSON object without escapes, so that text in escapes is
// cleaned too. It returns "" for anything else.
func plain(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil || len(v) == 0 {
		return ""
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return ""
	}
	return strings.TrimSpace(out.String())
}

// Proposal is a place that the athlete may want to hide, and the number of
// activities that begin or end there.
type Proposal struct {
	Zone       training.PrivacyZone
	Activities int
}

// These constants determine the proposals.
const (
	// reachM is the maximum distance in m of a start or end from the middle of its place.
	reachM = 300.0
	// leastActivities and leastShare are the minimum number and share of activities at a place.
	leastActivities, leastShare = 5, 0.05
	mostProposals               = 5
	// marginM is added to the radius, so that starts and ends are well inside.
	marginM, leastRadiusM, mostRadiusM = 200.0, 400.0, 1000.0
	roundM                             = 50.0
	// covered is the minimum share of the starts and ends at a place that must lie in its zone.
	covered = 0.95
)

// end is the start or the end of an activity, in degrees.
type end struct {
	lat, lon float64
	activity int
}

// Propose finds the places where most activities begin or end. It leaves out
// places in known zones. of is the number of activities with positions.
func Propose(ctx context.Context, r store.Reader, a training.AthleteID, known []training.PrivacyZone) (found []Proposal,
	of int, err error,
) {
	ends, of, err := read(ctx, r, training.Everything(a))
	if err != nil {
		return nil, 0, err
	}
	ends = slices.DeleteFunc(ends, func(e end) bool {
		return slices.ContainsFunc(known, func(z training.PrivacyZone) bool {
			return training.MetresBetween(e.lat, e.lon, z.LatDeg, z.LonDeg) <= z.RadiusM
		})
	})
	for len(found) < mostProposals {
		lat, lon := densest(ends)
		var near []float64
		activities := map[int]bool{}
		left := ends[:0:0]
		for _, e := range ends {
			d := training.MetresBetween(e.lat, e.lon, lat, lon)
			if d > reachM {
				left = append(left, e)
				continue
			}
			near, activities[e.activity] = append(near, d), true
		}
		if len(activities) < leastActivities || float64(len(activities)) < leastShare*float64(of) {
			break
		}
		slices.Sort(near)
		radius := near[int(covered*float64(len(near)-1))] + marginM
		radius = min(mostRadiusM, max(leastRadiusM, math.Ceil(radius/roundM)*roundM))
		found = append(found, Proposal{training.PrivacyZone{LatDeg: lat, LonDeg: lon, RadiusM: radius}, len(activities)})
		ends = left
	}
	return found, of, ctx.Err()
}

// read returns the starts and ends of activities, and the number of activities with positions.
func read(ctx context.Context, r store.Reader, s training.Scope) (ends []end, n int, err error) {
	for p, err := range r.Primitives(ctx, s, derive.Route, answers.EveryDay) {
		if err != nil {
			return nil, 0, err
		}
		sketch, err := derive.DecodeRoute(p.Data)
		if err != nil || len(sketch.Line) == 0 {
			continue // a damaged sketch will be derived again
		}
		for _, q := range []int{0, len(sketch.Line) - 1} {
			lat, lon := sketch.Line[q].Degrees()
			ends = append(ends, end{lat, math.Remainder(lon, 360), n})
		}
		n++
	}
	return ends, n, ctx.Err()
}

// densest returns the middle of the place with the most starts and ends. It finds the cell of
// a grid that has the most, and takes the mean position of all starts and ends within reach.
func densest(ends []end) (lat, lon float64) {
	type field struct{ y, x int32 }
	const size = reachM / training.MetresPerDegree
	at := func(e end) field {
		y := int32(math.Floor(e.lat / size))
		east := size / math.Max(0.01, math.Cos((float64(y)+0.5)*size*math.Pi/180))
		return field{y, int32(math.Floor(e.lon / east))}
	}
	count := map[field]int{}
	for _, e := range ends {
		count[at(e)]++
	}
	most, best := 0, end{}
	for _, e := range ends { // if two cells have the same number, the earlier one is chosen
		if n := count[at(e)]; n > most {
			most, best = n, e
		}
	}
	lat, lon = best.lat, best.lon
	for range 5 {
		var y, x, n float64
		for _, e := range ends {
			if training.MetresBetween(e.lat, e.lon, lat, lon) <= reachM {
				y, x, n = y+e.lat-lat, x+math.Remainder(e.lon-lon, 360), n+1
			}
		}
		if n == 0 {
			break
		}
		lat, lon = lat+y/n, math.Remainder(lon+x/n, 360)
	}
	return lat, lon
}

// blurShare is the distance by which the centre of a zone is moved, as a share of its radius.
const blurShare = 0.4

// Blurred moves the centre of a zone by an amount that depends on a secret, and enlarges the
// zone accordingly. The place where shown positions end then does not reveal the centre.
func Blurred(z training.PrivacyZone, secret string) training.PrivacyZone {
	sum := sha256.Sum256([]byte(secret))
	part := func(b []byte) float64 { return float64(binary.BigEndian.Uint32(b)) / (1 << 32) }
	far, turn := blurShare*z.RadiusM*math.Sqrt(part(sum[:])), 2*math.Pi*part(sum[4:])
	z.LatDeg += far * math.Cos(turn) / training.MetresPerDegree
	z.LonDeg = math.Remainder(z.LonDeg+far*math.Sin(turn)/(training.MetresPerDegree*math.Cos(z.LatDeg*math.Pi/180)), 360)
	z.RadiusM = math.Ceil((z.RadiusM+blurShare*z.RadiusM)/roundM) * roundM
	return z
}

// Reach is the effect of a change of settings on the activities of a sport up to today.
type Reach struct {
	Activities int           `json:"activities"`
	Changed    int           `json:"load_changes"`
	First      *training.Day `json:"first_date,omitempty"` // first day with a changed activity
	Last       *training.Day `json:"last_date,omitempty"`
	// TSSBefore and TSSAfter are totals over the changed activities.
	TSSBefore float64 `json:"tss_before"`
	TSSAfter  float64 `json:"tss_after"`
}

// smallest is the minimum difference at which two loads count as different.
const smallest = 0.05

// SettingsBetween compares the loads up to today that result from two histories of settings.
// It considers only activities of the given sport; an empty sport means all sports.
func SettingsBetween(
	ctx context.Context, r store.Reader, s training.Scope, today training.Day, sport training.Discipline, before, after training.History,
) (*Reach, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: training.NewDay(1900, time.January, 1), To: today})
	if err != nil {
		return nil, err
	}
	old, now := fitness.NewLoads(&who, before), fitness.NewLoads(&who, after)
	out := &Reach{}
	for i := range inputs {
		in := &inputs[i]
		if !sport.Has(in.Discipline()) {
			continue
		}
		out.Activities++
		a, why := old.Of(in)
		b, whyNow := now.Of(in)
		if math.Abs(a.TSS-b.TSS) < smallest && (why == "") == (whyNow == "") {
			continue
		}
		if out.Changed++; out.First == nil {
			out.First = &in.Day
		}
		out.Last = &in.Day
		out.TSSBefore += a.TSS
		out.TSSAfter += b.TSS
	}
	out.TSSBefore, out.TSSAfter = answers.Round(out.TSSBefore, 1), answers.Round(out.TSSAfter, 1)
	return out, ctx.Err()
}
