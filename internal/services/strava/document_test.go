package strava

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
	"lapkeep/test/realdata"
	"lapkeep/test/stravatest"
)

// operations returns the operations of the client, as operation.go declares
// them.
func operations(t *testing.T) (all []client.Operation) {
	t.Helper()
	f, err := parser.ParseFile(gotoken.NewFileSet(), "operation.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		id, ok1 := call.Args[0].(*ast.BasicLit)
		path, ok2 := call.Args[1].(*ast.BasicLit)
		if !ok || !ok1 || !ok2 || !slices.Contains([]string{"Get", "Post", "Put", "Delete"}, of.Sel.Name) {
			return true
		}
		name, err := strconv.Unquote(id.Value)
		where, werr := strconv.Unquote(path.Value)
		if err = cmp.Or(err, werr); err != nil {
			t.Fatal(err)
		}
		all = append(all, client.Operation{ID: name, Method: strings.ToUpper(of.Sel.Name), Path: where})
		return true
	})
	return all
}

const page = "../../../docs/strava-operations.md"

// unused says of each operation of the service's document why nothing asks for it.
var unused = map[string]string{
	"updateLoggedInAthlete": "weight is set on the service's page", "getClubMembersById": "removed by the service on 2026-09-01",
	"getClubAdminsById": "removed by the service on 2026-09-01", "getClubActivitiesById": "removed by the service on 2026-09-01",
}

// written returns the page, from the service's document and the client.
func written(t *testing.T, document []byte) string {
	t.Helper()
	var d struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	type row struct{ id, method, path string }
	var rows []row
	for path, methods := range d.Paths {
		for method, body := range methods {
			var o struct{ OperationID string }
			if json.Unmarshal(body, &o) == nil && o.OperationID != "" {
				rows = append(rows, row{o.OperationID, strings.ToUpper(method), path})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method)) })
	var out strings.Builder
	asked := 0
	used := operations(t)
	for _, r := range rows {
		i := slices.IndexFunc(used, func(o client.Operation) bool { return o.ID == r.id })
		yes, why := "no", unused[r.id]
		switch {
		case i < 0 && why == "":
			t.Errorf("nothing says why %s is not used", r.id)
		case i >= 0 && (why != "" || used[i].Method != r.method):
			t.Errorf("%s is used as %s: %s", r.id, used[i].Method, why)
		case i >= 0:
			yes, asked = "yes", asked+1
		}
		fmt.Fprintf(&out, "| `%s %s` | %s | %s | %s |\n", r.method, r.path, yes, r.id, why)
	}
	for _, o := range used {
		if !slices.ContainsFunc(rows, func(r row) bool { return r.id == o.ID }) {
			fmt.Fprintf(&out, "| `%s %s` | yes | %s | not in the document |\n", o.Method, o.Path, o.ID)
		}
	}
	return fmt.Sprintf("# Operations of Strava\n\n"+
		"Of the %d operations in the service's document of 2026-06, Lapkeep asks for %d. This page is generated "+
		"from\nthat document and the client by a test (`go test ./internal/services/strava -run Page -update`). "+
		"`make strava-mock\nDOCUMENT=swagger.json` sends each of Lapkeep's requests to another project's mock server, which reads "+
		"that document.\n\n| operation | asked for | id | note |\n|---|---|---|---|\n%s",
		len(rows), asked, out.String())
}

func TestThePageOfOperationsIsCurrent(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(realdata.Files(t, "specs/strava-swagger.json")[0])
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, page, written(t, document))
}

// TestThePageNamesWhatIsUsed needs no document.
func TestThePageNamesWhatIsUsed(t *testing.T) {
	t.Parallel()
	got, err := os.ReadFile(filepath.FromSlash(page))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range operations(t) {
		if !strings.Contains(string(got), " | yes | "+o.ID+" | ") {
			t.Errorf("%s is not on the page", o.ID)
		}
	}
	if n := strings.Count(string(got), " | yes | "); n != len(operations(t)) {
		t.Errorf("%d are on the page", n)
	}
}

// tape has every request that was made, with its body.
type tape struct {
	mu  sync.Mutex
	all []taped
}

type taped struct {
	method, path, kind string // the path is that of the API, with the query
	body               []byte
}

func (p *tape) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	if path, ok := strings.CutPrefix(r.URL.RequestURI(), "/api/v3"); ok {
		p.mu.Lock()
		p.all = append(p.all, taped{r.Method, path, r.Header.Get("Content-Type"), body})
		p.mu.Unlock()
	}
	return http.DefaultTransport.RoundTrip(r)
}

// everything makes each request that the client can make.
func everything(ctx context.Context, t *testing.T, p *tape) {
	t.Helper()
	s := stravatest.New(t, stravatest.Options{Tier: stravatest.Extended})
	o := optionsOf(s)
	o.Tokens, o.Base = token.Static(Name, bearer(s.Grant())), p
	c, err := New(o, terms())
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	rides, err := c.ListActivities(ctx, everyDay(s))
	must(err)
	ride := rides.Activities[0].ID
	first := func(kind source.FactKind, id string) map[string]any {
		t.Helper()
		page, err := c.Facts(ctx, source.FactsQuery{Kind: kind, ID: id, Limit: 20, Bounds: [4]float64{-80, -179, 80, 179}})
		must(err)
		if len(page.Rows) == 0 {
			return map[string]any{}
		}
		return page.Rows[0]
	}
	for _, kind := range []source.FactKind{source.FactsProfile, source.FactsZones, source.FactsTotals, source.FactsExplore} {
		first(kind, "")
	}
	for _, kind := range []source.FactKind{source.FactsLaps, source.FactsZoneTimes, source.FactsKudos} {
		first(kind, ride)
	}
	_, err = c.Messages(ctx, ride)
	must(err)
	first(source.FactsClub, theirs(first(source.FactsClubs, ""), "id"))
	first(source.FactsGear, theirs(first(source.FactsGear, ""), "id"))
	segment, route := theirs(first(source.FactsStarred, ""), "id"), theirs(first(source.FactsRoutes, ""), "id")
	first(source.FactsSegmentWay, segment)
	first(source.FactsRoute, route)
	first(source.FactsRouteWay, route)
	for _, form := range []string{"gpx", "tcx"} {
		_, err := c.RouteFile(ctx, route, form)
		must(err)
	}
	detail, err := c.Segment(ctx, segment)
	must(err)
	first(source.FactsEffort, detail.Own[0].ID)
	first(source.FactsEffortWay, detail.Own[0].ID)
	_, err = c.Star(ctx, segment, true)
	must(err)
	_, err = c.FetchStreams(ctx, ride)
	must(err)
	_, err = c.Messages(ctx, ride)
	must(err)
	_, err = c.UpdateActivity(ctx, ride, source.ActivityEdit{Name: "N", Description: "D", Sport: training.Cycling, HideFromHome: true},
		source.FieldName, source.FieldDescription, source.FieldSport, source.FieldCommute, source.FieldIndoor, source.FieldGear,
		source.FieldHideFromHome)
	must(err)
	_, err = c.CreateManual(ctx, []source.ManualActivity{{Start: "2026-11-19T07:00:00", Said: training.Statement{
		Sport: training.Strength, Name: "W", Description: "d", Commute: true,
		Entry: &training.Entry{TimerS: 1800, Values: training.Values{training.MetricDistanceKM: 1.5}},
	}}})
	must(err)
	_, _, err = c.Upload(ctx, source.File{Name: "ride.gpx", Body: []byte(gpx)}, source.Upload{Name: "Up", Description: "d", ExternalID: "e"})
	must(err)
	must(c.Revoke(ctx))
}

// TestEverythingIsAsked: each operation of the page is made in the tour that
// the mock is sent.
func TestEverythingIsAsked(t *testing.T) {
	t.Parallel()
	p := &tape{}
	everything(t.Context(), t, p)
	for _, o := range operations(t) {
		if strings.HasPrefix(o.Path, "/oauth/") || strings.HasPrefix(o.Path, "/push_subscriptions") { // no document has them
			continue
		}
		if !slices.ContainsFunc(p.all, func(x taped) bool { return x.method == o.Method && fits(o.Path, x.path) }) {
			t.Errorf("%s is not asked for", o.ID)
		}
	}
}

// fits reports whether a path is one of a pattern.
func fits(pattern, path string) bool {
	path, _, _ = strings.Cut(path, "?")
	a, b := strings.Split(pattern, "/"), strings.Split(path, "/")
	return slices.EqualFunc(a, b, func(x, y string) bool { return x == y || strings.HasPrefix(x, "{") })
}

// TestAMockOfTheDocumentTakesEveryRequest, which `make strava-mock` starts: a
// server of another make that reads the service's document.
func TestAMockOfTheDocumentTakesEveryRequest(t *testing.T) {
	t.Parallel()
	mock := os.Getenv("LAPKEEP_STRAVA_MOCK")
	if mock == "" {
		t.Skip("LAPKEEP_STRAVA_MOCK names no mock server")
	}
	for _, bad := range []taped{
		{method: "GET", path: "/activities/x"},
		{method: "GET", path: "/segments/explore"},
		{method: "GET", path: "/activities/1/streams?keys=time"},
		{method: "POST", path: "/activities", kind: formKind, body: []byte("name=x")},
		{method: "GET", path: "/nowhere"},
		{method: "PUT", path: "/activities/1", kind: "application/json", body: []byte(`{"commute":"perhaps"}`)},
	} {
		if refusedBy(t, mock, bad) == "" {
			t.Fatalf("the mock takes %s %s: it checks nothing", bad.method, bad.path)
		}
	}
	p := &tape{}
	everything(t.Context(), t, p)
	taken := map[string]bool{}
	for _, x := range p.all {
		if why := refusedBy(t, mock, x); why != "" {
			t.Errorf("%s %s: %s", x.method, x.path, why)
			continue
		}
		for _, o := range operations(t) {
			if o.Method == x.method && fits(o.Path, x.path) {
				taken[o.ID] = true
			}
		}
	}
	t.Logf("%d requests of %d operations", len(p.all), len(taken))
}

// refusedBy returns why a mock does not take a request, "" if it does.
func refusedBy(t *testing.T, mock string, x taped) string {
	t.Helper()
	// JavaScript has no number as long as some ids are.
	path := regexp.MustCompile(`\d{16,}`).ReplaceAllStringFunc(x.path, func(id string) string { return id[:15] })
	req, err := http.NewRequestWithContext(t.Context(), x.method, mock+path, bytes.NewReader(x.body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer any")
	if x.kind != "" {
		req.Header.Set("Content-Type", x.kind)
	}
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(io.LimitReader(resp.Body, 2000))
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return strconv.Itoa(resp.StatusCode) + " " + string(said)
	}
	return ""
}
