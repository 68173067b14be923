package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Listing is a tool in the form that `tools/list` returns.
type Listing struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"` // absent if none is published
	Annotations  Annotations     `json:"annotations"`
	Drawn        bool            `json:"-"` // its answers can be drawn
}

// Annotations are the hints about a tool. All four are always present.
type Annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Listing returns the parts of a row that are published.
func (r Row) Listing() Listing {
	in := r.contract.listed()
	return r.listing(in, r.contract.published(in))
}

func (r Row) listing(in *jsonschema.Schema, out json.RawMessage) Listing {
	return Listing{
		Name: r.Name, Title: r.Title, Description: r.Description,
		InputSchema: Append(nil, in), OutputSchema: out,
		Annotations: Annotations{
			ReadOnly: r.Safety == Read, Destructive: r.Safety == Destructive || r.Deletes,
			Idempotent: r.Idempotent || r.Safety == Read, OpenWorld: r.OpenWorld || r.Sends,
		},
		Drawn: r.picture != nil,
	}
}

// List returns the listings of all offered tools, sorted by name.
func (t *Table) List() []Listing {
	out := make([]Listing, len(t.rows))
	for i, r := range t.rows {
		out[i] = t.Listing(r)
	}
	return out
}

// Listing returns a row in the form that this table offers.
func (t *Table) Listing(r Row) Listing {
	var l Listing
	if t.athletes == nil || r.Everyone {
		l = r.Listing()
	} else {
		l = namedListing(r)
	}
	l.Description = t.describe(r)
	return l
}

// Athletes gives access to the athletes that a table serves, if there are several.
type Athletes interface {
	// Turn returns a copy of c for the athlete with the given id or name. An empty
	// text means the athlete of c.
	Turn(ctx context.Context, c *Call, athlete string) (*Call, error)
	// Athletes returns the athletes, beginning with the server's own.
	Athletes(ctx context.Context) ([]training.Athlete, error)
}

// athleteKey is the name of the argument for an athlete, and the key for the athlete in
// an answer.
const athleteKey = "athlete"

// WithAthletes returns a table that serves several athletes: each tool has the
// argument athlete, and each answer contains the athlete that it is about.
func (t *Table) WithAthletes(all Athletes) *Table {
	c := *t
	c.athletes, c.everyone = all, all
	return &c
}

// WithEveryone returns a table whose tools that answer about all athletes answer about
// these; all other tools stay as they are.
func (t *Table) WithEveryone(all Athletes) *Table {
	c := *t
	c.everyone = all
	return &c
}

// Several reports whether the table serves several athletes.
func (t *Table) Several() bool { return t.athletes != nil }

// turn removes the athlete from the arguments, and returns a call for that athlete.
func (t *Table) turn(ctx context.Context, r Row, c *Call, raw json.RawMessage) (*Call, json.RawMessage, error) {
	name, rest, err := takeAthlete(r, raw)
	if err != nil {
		return nil, nil, err
	}
	c, err = t.athletes.Turn(ctx, c, name)
	return c, rest, err
}

// Everyone calls f with a call for each athlete whom a tool about all of them answers about,
// beginning with the caller's own, or with the reason why that athlete cannot be asked. It stops
// at an error that f returns.
func (c *Call) Everyone(ctx context.Context, f func(who training.Athlete, one *Call, err error) error) error {
	if c.Table.everyone == nil {
		return f(training.Athlete{ID: c.Scope.Athlete}, c, nil)
	}
	all, err := c.Table.everyone.Athletes(ctx)
	if err != nil {
		return err
	}
	for i := range all {
		one, err := c.Table.everyone.Turn(ctx, c, string(all[i].ID))
		if failed := f(all[i], one, err); failed != nil {
			return failed
		}
		if err == nil && one != c {
			one.End()
		}
	}
	return nil
}

// OverHomes reports whether a tool about all athletes was called for several homes.
func (c *Call) OverHomes() bool { return c.Named != "" && c.Home == nil }

// AtHome returns the view of the tool that c calls, asked in the home of another call.
func (c *Call) AtHome(ctx context.Context, one *Call) (view any, err error) {
	r, _ := c.Table.Lookup(c.Tool)
	t, own, ctx, err := c.Table.atHomeOf(ctx, r, one)
	if err != nil {
		return nil, err
	}
	mine := *one
	mine.Table, mine.Tool, mine.Args = t, c.Tool, c.Args
	return own.run(ctx, &mine, c.Args)
}

// takeAthlete removes the athlete from the arguments and returns it. If the arguments
// are not an object, they are returned unchanged for their reader to reject.
func takeAthlete(r Row, raw json.RawMessage) (name string, rest json.RawMessage, err error) {
	if !bytes.Contains(raw, []byte("thlete")) && !bytes.Contains(raw, []byte(`\u`)) {
		return "", raw, nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return "", raw, nil
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if as := snake(key); as != athleteKey && as != "athlete_id" {
			continue
		}
		var text string
		if json.Unmarshal(given[key], &text) != nil {
			return "", nil, training.Errorf(training.KindInvalid, "%s cannot be %s.", Clip(key), Clip(string(given[key]))).
				WithFix("Give the id or the name of one athlete; get_status lists them.")
		}
		if name != "" && text != "" && name != text {
			return "", nil, training.Errorf(training.KindInvalid, "%s is given twice in %s.", athleteKey, r.Name).WithFix("Give one athlete.")
		}
		if text != "" {
			name = text
		}
		delete(given, key)
	}
	rest, err = json.Marshal(given)
	return name, rest, err
}

// forAthlete adds the athlete to the question in a request for consent.
func forAthlete(err error, id training.AthleteID) error {
	if n, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		n.Preview.Summary = i18n.Sentencef("For the athlete %s: %s", string(id), n.Preview.Summary)
	}
	return err
}

// namedListing returns a row's listing with the argument athlete.
func namedListing(r Row) Listing {
	in := r.contract.listed()
	in.Properties[athleteKey] = &jsonschema.Schema{Type: "string", Description: "id or name"}
	in.PropertyOrder = append(in.PropertyOrder, athleteKey)
	return r.listing(in, r.contract.published(in))
}

// Activity returns the id of the activity that a caller refers to. text is an id in any
// form, or words such as "latest", "last run", "yesterday's ride" or "saturday".
func Activity(ctx context.Context, r store.Reader, c *Call, text string) (string, error) {
	id, err := r.Resolve(ctx, c.Scope, text)
	if err == nil {
		return string(id), nil
	}
	named, ok := readNamed(text, c)
	if !ok || training.KindOf(err) != training.KindNotFound {
		return text, nil // the code that reads the activity reports what is wrong with the id
	}
	f := store.ActivityFilter{Limit: 1}
	f.Sports = named.sport.Alone()
	if named.days != nil {
		f.Days, f.Limit = named.days, maxPicked
	}
	page, err := r.Activities(ctx, c.Scope, f)
	if err != nil {
		return "", err
	}
	switch {
	case len(page.Rows) == 0:
		return "", training.Errorf(training.KindNotFound, "No activity matches %q.", Clip(text)).
			WithFix("list_activities shows your activities.")
	case len(page.Rows) > 1:
		return "", training.Errorf(training.KindInvalid, "%q could be one of %d activities: %s.", Clip(text),
			page.Total, listed(page.Rows)).
			WithFix("Give the id of one of them.")
	}
	return string(page.Rows[0].ID), nil
}

// maxPicked is the maximum number of activities listed in an error about ambiguous words.
const maxPicked = 8

func listed(rows []store.ActivityRow) string {
	var out []string
	for i := range rows {
		r := &rows[i]
		out = append(out, fmt.Sprintf("%s (%s, %s, %s)", r.ID, r.LocalDay, r.Sport, textclean.Line(r.Name, textclean.NameRunes)))
	}
	return strings.Join(out, "; ")
}

// namedActivity is an activity described in words: an activity on the given
// days, or the latest one.
type namedActivity struct {
	days  *training.DayRange
	sport training.Discipline
}

// readNamed parses words that describe an activity by time and sport.
func readNamed(text string, c *Call) (namedActivity, bool) {
	words := strings.Fields(strings.NewReplacer("'s", "", "’s", "", "_", " ").Replace(strings.ToLower(text)))
	var n namedActivity
	if len(words) > 0 && (words[0] == "my" || words[0] == "the") {
		words = words[1:]
	}
	for k := min(len(words), 2); k > 0; k-- { // some sports have names of two words, such as "bike ride"
		last := strings.Join(words[len(words)-k:], " ")
		sport, sub, ok := training.ParseRefined(last)
		if ok {
			n.sport = training.DisciplineOf(sport, sub)
		}
		if ok || last == "activity" || last == "workout" || last == "session" || last == "training" {
			words = words[:len(words)-k]
			break
		}
	}
	when := strings.Join(words, " ")
	switch when {
	case "latest", "last", "newest", "most recent", "recent":
		return n, true
	}
	days, err := period.Parse(when, c.Today, c.Week)
	if err != nil || when == "" {
		return n, false
	}
	n.days = &days
	return n, true
}

// quantity parses a number in the way people write it, with its unit: "260 W" for ftp_w, "1h30m"
// or "1:30:00" for duration_s, "4:15" for a pace. The unit must be the one in the argument's
// name, but a length may have any unit ("10 miles" for distance_km, "5k" for distance_m). It
// returns false if the unit is different or the text is ambiguous, as in "1:30" for a duration.
func quantity(argument, text string) (float64, bool) {
	if i := strings.LastIndexByte(argument, '['); i >= 0 && strings.HasSuffix(argument, "]") { // an item of a list
		argument = argument[:i]
	}
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	_, pace := cutAny(argument, "_s_per_km", "_s_per_100m")
	if _, seconds := cutAny(argument, "_s"); seconds || pace {
		if parts := strings.Split(text, ":"); len(parts) == 3 && seconds || len(parts) == 2 && pace {
			return clock(parts)
		}
		text = strings.NewReplacer("hours", "h", "hour", "h", "min", "m", "sec", "s").Replace(text)
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil && seconds
	}
	if metres, ok := length(text); ok {
		if _, km := cutAny(argument, "_km"); km {
			return metres / 1000, true
		}
		if _, m := cutAny(argument, "_m"); m {
			return metres, true
		}
	}
	for _, unit := range []string{"kg", "bpm", "w", "j", "kcal"} {
		if _, ok := cutAny(argument, "_"+unit); !ok {
			continue
		}
		if bare, ok := strings.CutSuffix(text, unit); ok {
			f, err := strconv.ParseFloat(bare, 64)
			return f, err == nil
		}
	}
	return 0, false
}

// mileM is the length of a mile in metres.
const mileM = 1609.344

// length returns the metres in a distance with its unit or in the name of a
// race distance. text must be in lower case without spaces.
func length(text string) (float64, bool) {
	switch strings.NewReplacer("-", "", "_", "").Replace(text) {
	case "marathon", "fullmarathon":
		return 42_195, true
	case "half", "halfmarathon":
		return 21_097.5, true
	case "mile":
		return mileM, true
	}
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	f, err := strconv.ParseFloat(number, 64)
	switch unit := text[len(number):]; {
	case err != nil:
		return 0, false
	case unit == "m" || unit == "meters" || unit == "metres":
		return f, true
	case unit == "k" || unit == "km":
		return f * 1000, true
	case unit == "mi" || unit == "mile" || unit == "miles":
		return f * mileM, true
	case unit == "yd" || unit == "yards":
		return f * 0.9144, true
	}
	return 0, false
}

func cutAny(s string, suffixes ...string) (string, bool) {
	for _, x := range suffixes {
		if rest, ok := strings.CutSuffix(s, x); ok {
			return rest, true
		}
	}
	return s, false
}

// clock converts hours, minutes and seconds, or minutes and seconds, to seconds.
func clock(parts []string) (float64, bool) {
	sum := 0.0
	for i, p := range parts {
		x, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && (x > 59 || len(p) != 2) {
			return 0, false
		}
		sum = sum*60 + float64(x)
	}
	return sum, true
}
