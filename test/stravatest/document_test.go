package stravatest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lapkeep/test/emulator"
)

// document is the service's own, a Swagger 2.0, as much of it as is looked at.
type document struct {
	Paths       map[string]map[string]documented
	Definitions map[string]*schema
	Parameters  map[string]parameter

	mu  sync.Mutex
	met map[string]bool // differences, by what allowed says of them
}

type documented struct {
	OperationID string
	Parameters  []parameter
	Responses   map[string]struct{ Schema *schema }
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Required bool
	Type     string
	Enum     []string
	Items    *schema
	Schema   *schema
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Enum       []string
	Items      *schema
	Properties map[string]*schema
	AllOf      []*schema
	MinItems   *int
	MaxItems   *int
}

// theDocument returns the document, nil without the folder of data.
func theDocument(t *testing.T) *document {
	for _, dir := range []string{os.Getenv("LAPKEEP_TESTDATA"), filepath.Join("..", "..", "..", "shared", "data")} {
		if text, err := os.ReadFile(filepath.Join(dir, "specs", "strava-swagger.json")); dir != "" && err == nil {
			d := &document{met: map[string]bool{}}
			if err := json.Unmarshal(text, d); err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	return nil
}

func (d *document) resolve(s *schema) (name string, out *schema) {
	for s.Ref != "" {
		name = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		s = d.Definitions[name]
	}
	return name, s
}

// fields returns the properties of an object with those that it takes over.
func (d *document) fields(s *schema) map[string]*schema {
	_, s = d.resolve(s)
	out := maps.Clone(s.Properties)
	if out == nil {
		out = map[string]*schema{}
	}
	for _, part := range s.AllOf {
		maps.Copy(out, d.fields(part))
	}
	return out
}

// differs hands over each place at which a value is not what its schema says.
// Null counts as absent where a field may be: the document's examples have it.
func (d *document) differs(v any, s *schema, at string, report func(string)) {
	name, s := d.resolve(s)
	if name != "" {
		at = name
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, fmt.Sprint(v)) {
		report(at + " value")
	}
	switch v := v.(type) {
	case nil:
		report(at + " null")
	case Doc:
		if s.Type != "object" && s.AllOf == nil && s.Properties == nil {
			report(at + " object")
			return
		}
		fields := d.fields(s)
		for field, value := range v {
			switch f := fields[field]; {
			case f == nil && len(fields) > 0:
				report(at + "." + field + " unknown")
			case f != nil && value != nil:
				d.differs(value, f, at+"."+field, report)
			}
		}
	case []any:
		if s.Type != "array" {
			report(at + " array")
			return
		}
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			report(at + " length")
		}
		for _, item := range v {
			d.differs(item, s.Items, at+"[]", report)
		}
	default:
		if !s.takes(v) {
			report(at + " type")
		}
	}
}

var (
	integer  = regexp.MustCompile(`^-?[0-9]+$`)
	dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
)

func (s *schema) takes(v any) bool {
	switch v := v.(type) {
	case string:
		return s.Type == "string" && (s.Format != "date-time" || dateTime.MatchString(v))
	case bool:
		return s.Type == "boolean"
	case json.Number:
		if s.Type == "integer" {
			_, err := strconv.ParseInt(v.String(), 10, 64)
			return integer.MatchString(v.String()) && err == nil
		}
		return s.Type == "number"
	}
	return false
}

// check holds an exchange against the document. What differs must be allowed.
func (d *document) check(t *testing.T, r Request, p response, faulted bool) {
	if faulted || r.Operation == "" {
		return
	}
	report := func(what string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, a := range allowed() {
			if key := a.of(what); key != "" {
				d.met[key] = true
				return
			}
		}
		t.Errorf("%s is not as documented: %s", r.Operation, what)
	}
	op, ok := d.operation(&r)
	if !ok {
		if !slices.Contains(beyond(), r.Operation) {
			t.Errorf("%s is not documented", r.Operation)
		}
		return
	}
	if r.Status >= 400 {
		d.differs(emulator.Plain(p.Body), op.Responses["default"].Schema, "Fault", report)
		return
	}
	d.checkRequest(op, &r, report)
	answer, ok := op.Responses[strconv.Itoa(r.Status)]
	if !ok {
		t.Errorf("%s answers %d", r.Operation, r.Status)
	}
	if answer.Schema != nil && strings.HasPrefix(p.Kind, "application/json") {
		d.differs(emulator.Plain(p.Body), answer.Schema, r.Operation, report)
	}
}

func (d *document) operation(r *Request) (documented, bool) {
	for path, methods := range d.Paths {
		op := methods[strings.ToLower(r.Method)]
		pattern := regexp.MustCompile(`\{[a-zA-Z]+\}`).ReplaceAllString(path, `[^/]+`)
		if op.OperationID == r.Operation && regexp.MustCompile("^"+pattern+"$").MatchString(r.Path) {
			return op, true
		}
	}
	return documented{}, false
}

func (d *document) checkRequest(op documented, r *Request, report func(string)) {
	known := map[string]parameter{}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = d.Parameters[p.Ref[strings.LastIndexByte(p.Ref, '/')+1:]]
		}
		known[p.In+" "+p.Name] = p
		sent := map[string]url.Values{"query": r.Query, "formData": r.Form}[p.In]
		if p.Required && p.In != "path" && !sent.Has(p.Name) {
			report(r.Operation + " ?" + p.Name + " missing")
		}
	}
	for in, sent := range map[string]url.Values{"query": r.Query, "formData": r.Form} {
		for name, values := range sent {
			p, ok := known[in+" "+name]
			if !ok {
				report(r.Operation + " ?" + name + " unknown")
				continue
			}
			if !p.takes(values[0]) {
				report(r.Operation + " ?" + name + " value " + values[0])
			}
		}
	}
	if body, ok := known["body body"]; ok && r.Body != "" {
		var v any
		decoder := json.NewDecoder(bytes.NewReader([]byte(r.Body)))
		decoder.UseNumber()
		if decoder.Decode(&v) == nil {
			d.differs(v, body.Schema, r.Operation, report)
		}
	}
}

func (p parameter) takes(text string) bool {
	if p.Type == "array" {
		for _, item := range strings.Split(text, ",") {
			if !(parameter{Type: p.Items.Type, Enum: p.Items.Enum}).takes(item) {
				return false
			}
		}
		return true
	}
	_, number := strconv.ParseFloat(text, 64)
	switch {
	case len(p.Enum) > 0:
		return slices.Contains(p.Enum, text)
	case p.Type == "integer":
		return integer.MatchString(text)
	case p.Type == "number":
		return number == nil
	case p.Type == "boolean":
		return text == "true" || text == "false"
	}
	return true
}

// allowance is where the document and the facts differ: the facts win.
type allowance struct {
	schemas string // of these, or "*"
	fields  string // these are unknown there, or differ so
	how     string
	why     string
}

// beyond returns the calls that the document lacks.
func beyond() []string {
	return []string{
		"authorize", "accept", "token", "revoke", "deauthorize", // another page tells of them
		"createSubscription", "listSubscriptions", "deleteSubscription", // so does one of these
		"getPhotosByActivityId", // nobody does; several clients call it
	}
}

func allowed() []allowance {
	const seen = "present in answers, not in the schema"
	return []allowance{
		{"*", "resource_state", "unknown", "every object has it; the document says it of some"},
		{
			"SummaryActivity DetailedActivity", "has_heartrate average_heartrate max_heartrate average_cadence average_temp suffer_score pr_count" +
				" utc_offset visibility", "unknown", seen,
		},
		{
			"SummaryActivity DetailedActivity", "location_city location_state location_country heartrate_opt_out from_accepted_tag" +
				" display_hide_heartrate_option", "unknown", "its example has such fields; clients pass over them",
		},
		{"DetailedActivity", "perceived_exertion prefer_perceived_exertion private_note", "unknown", seen},
		{"SummaryActivity DetailedActivity", "LatLng", "length", "start_latlng and end_latlng are empty where there was no GPS"},
		{"SportType", "SportType", "value", "new sports come before the document has them"},
		{"PowerStream", "data[]", "null", "watts have nulls where the meter lost contact"},
		{"Lap", "average_heartrate max_heartrate average_watts device_watts", "unknown", "in practice"},
		{"Split", "average_heartrate average_grade_adjusted_speed", "unknown", "in practice"},
		{"DetailedSegmentEffort", "achievements visibility", "unknown", seen},
		{"MetaActivity", "visibility", "unknown", seen},
		{"SummarySegment DetailedSegment", "hazardous starred elevation_profile starred_date", "unknown", "its example has the first"},
		{
			"SummarySegmentEffort", "effort_count pr_elapsed_time pr_date pr_activity_id", "unknown",
			"athlete_segment_stats is the athlete's record, not an effort",
		},
		{"ExplorerSegment", "starred", "unknown", "its example has it"},
		{
			"SummaryAthlete DetailedAthlete", "username bio badge_type_id friend follower mutual_friend_count athlete_type date_preference",
			"unknown", "its example has them",
		},
		{"SummaryGear DetailedGear", "nickname retired converted_distance", "unknown", seen},
		{"SummaryClub DetailedClub", "profile", "unknown", seen},
		{"Comment", "cursor post_id mentions_metadata", "unknown", "its example has them; without the first nobody could ask on"},
		{"SummaryPRSegmentEffort", "pr_date", "type", "the example has a day"},
		{"StreamSet", "StreamSet", "array", "the example of routes' streams is an array"},
		{"updateLoggedInAthlete", "?weight", "unknown", "the document has it in the path, which has no place for it"},
		{"getActivityStreams getSegmentEffortStreams getSegmentStreams", "?resolution ?series_type", "unknown", "legacy, still sent"},
		{"createUpload", "?sport_type", "unknown", "the page on uploads has it"},
		{"createUpload", "?data_type", "value json", "the page on uploads has it: structured strength"},
		{"UpdatableActivity", "private_note", "unknown", "undocumented but accepted"},
	}
}

// of returns the allowance's word for a difference, "" if it is another one.
func (a allowance) of(what string) string {
	for _, field := range strings.Fields(a.fields) {
		for _, s := range strings.Fields(a.schemas) {
			switch {
			case s == "*" && strings.HasSuffix(what, "."+field+" "+a.how), what == s+"."+field+" "+a.how,
				what == s+field+" "+a.how, what == s+" "+field+" "+a.how, what == field+" "+a.how:
				return a.schemas + " " + field
			}
		}
	}
	return ""
}

// checkAllowances fails where something is allowed that nothing needs.
func (d *document) checkAllowances(t *testing.T) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, a := range allowed() {
		if a.why == "" {
			t.Errorf("nobody says why %s %s is allowed", a.schemas, a.fields)
		}
		for _, field := range strings.Fields(a.fields) {
			if !d.met[a.schemas+" "+field] {
				t.Errorf("%s %s is allowed to differ, and never does", a.schemas, field)
			}
		}
	}
	if slices.Contains(beyond(), "") {
		t.Error("a call has no name")
	}
}

// TestTypesAndSportsAreTheDocuments holds the tables of words against the
// document's.
func TestTypesAndSportsAreTheDocuments(t *testing.T) {
	t.Parallel()
	d := theDocument(t)
	if d == nil {
		t.Skip("the service's document is in the folder of data, which is not here")
	}
	if sports := d.Definitions["SportType"].Enum; !slices.Equal(sports, knownSports()) {
		t.Errorf("sports are %v", sports)
	}
	for _, sport := range knownSports() {
		if !slices.Contains(d.Definitions["ActivityType"].Enum, typeOf(sport)) {
			t.Errorf("the type of %s is %s, which there is not", sport, typeOf(sport))
		}
	}
}
