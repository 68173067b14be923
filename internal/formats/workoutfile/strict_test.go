package workoutfile_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// property is a line of a calendar, unfolded.
type property struct{ name, params, value string }

var (
	// contentLine is that of RFC 5545, 3.1, without parameters in quotation marks.
	contentLine = regexp.MustCompile(`^([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^";:,\x00-\x1f\x7f]+)*):(.*)$`)
	values      = map[string]*regexp.Regexp{
		"DTSTAMP": regexp.MustCompile(`^\d{8}T\d{6}Z$`), "LAST-MODIFIED": regexp.MustCompile(`^\d{8}T\d{6}Z$`),
		"DTSTART": regexp.MustCompile(`^(\d{8}|\d{8}T\d{6}Z?|\{\{SCHEDULED_DATE\}\})$`), "DTEND": regexp.MustCompile(`^\d{8}(T\d{6}Z?)?$`),
		"DURATION":     regexp.MustCompile(`^P\d+D$`),
		"TZOFFSETFROM": regexp.MustCompile(`^[+-]\d{4}(\d\d)?$`), "TZOFFSETTO": regexp.MustCompile(`^[+-]\d{4}(\d\d)?$`),
		"TRANSP": regexp.MustCompile(`^TRANSPARENT$`), "VERSION": regexp.MustCompile(`^2\.0$`), "CALSCALE": regexp.MustCompile(`^GREGORIAN$`),
		"URL": regexp.MustCompile(`^[a-z][a-z0-9+.-]*://[^\s]+$`),
	}
	// textValue has each special character escaped, but for the commas of a list.
	textValue = regexp.MustCompile(`^([^\\;\x00-\x08\x0a-\x1f\x7f]|\\[\\;,nN])*$`)
)

// strict reads a calendar as the standard has it and nothing beside it.
func strict(t *testing.T, b []byte) []property {
	t.Helper()
	text, ok := strings.CutSuffix(string(b), "\r\n")
	if !ok || !utf8.Valid(b) {
		t.Fatalf("%q", b)
	}
	var out []property
	var folded []string
	for l := range strings.SplitSeq(text, "\r\n") {
		if len(l) > 75 || !utf8.ValidString(l) || strings.ContainsAny(l, "\r\n") {
			t.Errorf("a line of %d octets: %q", len(l), l)
		}
		if rest, more := strings.CutPrefix(l, " "); more && len(folded) > 0 {
			folded[len(folded)-1] += rest
			continue
		}
		folded = append(folded, l)
	}
	for _, l := range folded {
		m := contentLine.FindStringSubmatch(l)
		if m == nil {
			t.Fatalf("no line of iCalendar: %q", l)
		}
		p := property{m[1], m[2], m[3]}
		if v := values[p.name]; v != nil && !v.MatchString(p.value) || v == nil && !textValue.MatchString(p.value) {
			t.Errorf("no value of %s: %q", p.name, p.value)
		}
		out = append(out, p)
	}
	structure(t, out)
	return out
}

// required and optional are the properties of components, each at most once.
var (
	required = map[string][]string{
		"VCALENDAR": {"VERSION", "PRODID"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"}, "VTIMEZONE": {"TZID"},
		"STANDARD": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"}, "DAYLIGHT": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"},
	}
	optional = map[string][]string{
		"VCALENDAR": {"CALSCALE", "X-WR-CALNAME"}, "STANDARD": {"TZNAME"}, "DAYLIGHT": {"TZNAME"},
		"VEVENT": {"LAST-MODIFIED", "DTEND", "DURATION", "SUMMARY", "DESCRIPTION", "CATEGORIES", "URL", "TRANSP"},
	}
	within = map[string]string{
		"VCALENDAR": "", "VEVENT": "VCALENDAR", "VTIMEZONE": "VCALENDAR", "STANDARD": "VTIMEZONE", "DAYLIGHT": "VTIMEZONE",
	}
)

// structure checks what stands in what.
func structure(t *testing.T, all []property) {
	t.Helper()
	type component struct {
		name string
		has  map[string]property
	}
	open := []component{{}}
	zones := map[string]bool{}
	for _, p := range all {
		top := &open[len(open)-1]
		switch p.name {
		case "BEGIN":
			if parent, known := within[p.value]; !known || parent != top.name {
				t.Fatalf("%s within %q", p.value, top.name)
			}
			open = append(open, component{p.value, map[string]property{}})
		case "END":
			if p.value != top.name {
				t.Fatalf("%s ends %s", p.value, top.name)
			}
			for _, name := range required[top.name] {
				if top.has[name].value == "" {
					t.Errorf("%s without %s", top.name, name)
				}
			}
			if top.has["DTEND"].value != "" && top.has["DURATION"].value != "" {
				t.Error("an event with an end and a duration")
			}
			zones[top.has["TZID"].value] = true
			open = open[:len(open)-1]
		default:
			if _, twice := top.has[p.name]; twice || !slices.Contains(required[top.name], p.name) && !slices.Contains(optional[top.name], p.name) {
				t.Errorf("%s in %s", p.name, top.name)
				continue
			}
			top.has[p.name] = p
			if zone, named := strings.CutPrefix(p.params, ";TZID="); named && !zones[zone] {
				t.Errorf("no VTIMEZONE of %s stands before it", zone)
			}
		}
	}
	if len(open) != 1 || len(all) == 0 || all[0].value != "VCALENDAR" {
		t.Error("not one calendar")
	}
}
