package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
)

func TestSnake(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"activityId": "activity_id", "Activity-ID": "activity_id", "activity id": "activity_id", "limit": "limit", "minKM": "min_km",
	} {
		if got := snake(given); got != want {
			t.Errorf("snake(%q) = %q, want %q", given, got, want)
		}
	}
}

// folders makes an allowed folder with a file, a secret beside it, and links
// between the two.
func folders(t *testing.T) (root, secret string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, secret = filepath.Join(base, "rides"), filepath.Join(base, "secret.fit")
	for _, dir := range []string{root, filepath.Join(root, "2026"), filepath.Join(base, "rides-private")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{secret, filepath.Join(root, "2026", "a.fit"), filepath.Join(base, "rides-private", "b.fit")} {
		if err := os.WriteFile(f, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"out.fit": secret, "up": base, "in": filepath.Join("2026", "a.fit")} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	return root, secret
}

// allowedAt gives the path of the first of places.
func allowedAt(p []archive.Place) string { return filepath.Join(p[0].Root, p[0].Rel) }

func TestCheck22_AllowedPaths(t *testing.T) {
	t.Parallel()
	root, secret := folders(t)
	inside := filepath.Join(root, "2026", "a.fit")
	for _, c := range []struct {
		name, ask, want string
		kind            training.Kind
	}{
		{name: "the folder", ask: root, want: root},
		{name: "a file", ask: inside, want: inside},
		{name: "relative", ask: "2026/a.fit", want: inside},
		{name: "dots that stay inside", ask: filepath.Join(root, "2026", "..", "2026", "a.fit"), want: inside},
		{name: "a link that stays inside", ask: filepath.Join(root, "in"), want: inside},
		{name: "a file that is not there", ask: filepath.Join(root, "no.fit"), kind: training.KindNotFound},
		{name: "a file outside", ask: secret, kind: training.KindForbidden},
		{name: "nothing outside", ask: filepath.Join(filepath.Dir(secret), "nothing.fit"), kind: training.KindForbidden},
		{name: "dots", ask: root + "/../secret.fit", kind: training.KindForbidden},
		{name: "relative dots", ask: "../secret.fit", kind: training.KindForbidden},
		{name: "a link out", ask: filepath.Join(root, "out.fit"), kind: training.KindForbidden},
		{name: "through a linked folder", ask: filepath.Join(root, "up", "secret.fit"), kind: training.KindForbidden},
		{name: "a folder whose name begins alike", ask: root + "-private/b.fit", kind: training.KindForbidden},
		{name: "the system", ask: "/etc/passwd", kind: training.KindForbidden},
	} {
		got, err := Places([]string{root}, []string{c.ask})
		if c.want != "" {
			if err != nil || allowedAt(got) != c.want || got[0].Root != root {
				t.Errorf("%s: %v, %v, want %s", c.name, got, err, c.want)
			}
			continue
		}
		if training.KindOf(err) != c.kind {
			t.Errorf("%s: %v, %v, want %s", c.name, got, err, c.kind)
		}
	}
}

func TestNoFolderAllowed(t *testing.T) {
	t.Parallel()
	_, err := Places(nil, []string{"/tmp"})
	if training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "import_dirs") {
		t.Errorf("err = %v", err)
	}
}

func TestSecondFolderServesToo(t *testing.T) {
	t.Parallel()
	root, _ := folders(t)
	got, err := Places([]string{filepath.Join(root, "gone"), t.TempDir(), root}, []string{"2026/a.fit"})
	if err != nil || allowedAt(got) != filepath.Join(root, "2026", "a.fit") {
		t.Errorf("%v, %v", got, err)
	}
}

func TestLinkedFolderServesBySeveralNames(t *testing.T) {
	t.Parallel()
	root, _ := folders(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("no symbolic links here")
	}
	want := filepath.Join(root, "2026", "a.fit")
	for _, ask := range []string{filepath.Join(link, "2026", "a.fit"), want, "2026/a.fit"} {
		if got, err := Places([]string{link}, []string{ask}); err != nil || allowedAt(got) != want {
			t.Errorf("%s: %v, %v", ask, got, err)
		}
	}
}

type (
	inner struct {
		Km   float64 `json:"km" jsonschema:"Distance."`
		Note *string `json:"note,omitempty"`
	}
	embedding struct {
		inner

		More bool `json:"more"`
	}
	hiding struct {
		embedding

		Km string `json:"km"`
	}
	everyKind struct {
		Text   string           `json:"text" jsonschema:"A \"text\" – of its own."`
		Flag   *bool            `json:"flag,omitempty"`
		Count  int              `json:"count,omitzero"`
		Far    int64            `json:"far"`
		Small  uint8            `json:"small"`
		Any    any              `json:"any"`
		Date   Date             `json:"date,omitzero"`
		Range  *DateRange       `json:"range,omitempty"`
		Whole  WholeSport       `json:"whole,omitempty"`
		At     time.Time        `json:"at"`
		List   []inner          `json:"list"`
		Deep   [][]*int         `json:"deep,omitempty"`
		Pair   [2]int           `json:"pair"`
		ByName map[string]inner `json:"by_name,omitempty"`
		Mixed  embedding        `json:"mixed"`
		NoName string
		Dash   string `json:"-"`
	}
	endless struct {
		Next *endless `json:"next"`
	}
)

// TestInferenceIsThatOfTheLibrary, with which it is quicker and nothing else.
func TestInferenceIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, typ := range []reflect.Type{
		reflect.TypeFor[everyKind](), reflect.TypeFor[inner](),
		reflect.TypeFor[embedding](), reflect.TypeFor[hiding](), reflect.TypeFor[struct{}](),
	} {
		want := mustInfer("x", typ, typeSchemas(true))
		clean(want, false)
		got := inferArguments("x", typ, nil)
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(jsonschema.Schema{})); d != "" {
			t.Errorf("%s (-library +ours):\n%s", typ, d)
		}
		if d := cmp.Diff(string(Append(nil, want)), string(Append(nil, got))); d != "" {
			t.Error(d)
		}
	}
}

// TestTypesThatAreMistakes: one that contains itself, and a day that is read only as YYYY-MM-DD.
func TestTypesThatAreMistakes(t *testing.T) {
	t.Parallel()
	for _, typ := range []reflect.Type{reflect.TypeFor[endless](), reflect.TypeFor[struct{ On training.Day }]()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s went unseen", typ)
				}
			}()
			inferArguments("x", typ, nil)
		}()
	}
}

func TestPublishedKeys(t *testing.T) {
	t.Parallel()
	const want = `{"type":"object","properties":{"km":{},"note":{},"more":{}}}`
	if got := string(publish(reflect.TypeFor[embedding](), nil)); got != want {
		t.Errorf("%s\n%s", got, want)
	}
	if got := string(publish(reflect.TypeFor[struct{ Any any }](), []any{"other"})); got != `{"type":"object","properties":{"Any":{}}}` {
		t.Error(got)
	}
	if got := string(publish(reflect.TypeFor[struct{ Any any }](), []any{"Any"})); got != `{"type":"object"}` {
		t.Error(got)
	}
}

// anyJSON draws a value; nulls are frequent.
func anyJSON(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Float64Range(-1e6, 1e6).AsAny(), rapid.String().AsAny(),
	}
	if depth > 0 {
		leaves = append(leaves,
			rapid.SliceOfN(anyJSON(depth-1), 0, 3).AsAny(), rapid.MapOfN(rapid.String(), anyJSON(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(leaves...)
}

// dropNulls is the plain way that the streaming one is compared with.
func withoutNulls(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, m := range x {
			if m == nil {
				delete(x, k)
			} else {
				x[k] = withoutNulls(m)
			}
		}
	case []any:
		for i := range x {
			x[i] = withoutNulls(x[i])
		}
	}
	return v
}

func TestDropTakesMembersAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in, err := json.Marshal(anyJSON(3).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		out := dropNulls(in)
		var want, got any
		if err := json.Unmarshal(in, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s became %s: %v", in, out, err)
		}
		if !reflect.DeepEqual(withoutNulls(want), got) {
			t.Fatalf("%s became %s", in, out)
		}
	})
}

// TestDropKeepsWhatStays: order, numbers and texts are as they were
// written.
func TestDropKeepsWhatStays(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"b":1.50,"a":null,"c":[null,{"x":null}],"d":"\u003c\":null"}`: `{"b":1.50,"c":[null,{}],"d":"\u003c\":null"}`,
		`{"a":null}`: `{}`,
		`{"a":null,"b":null,"c":{"d":null,"e":true}}`:   `{"c":{"e":true}}`,
		`[null,{"a":null},[],-1e-7,"a,]}\\",null]`:      `[null,{},[],-1e-7,"a,]}\\",null]`,
		`{"null":"null","b":{},"c":null,"\"":[{"":1}]}`: `{"null":"null","b":{},"\"":[{"":1}]}`,
		`null`: `null`,
	} {
		if got := string(dropNulls([]byte(in))); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

func TestQuantitiesWithTheirUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		argument, text string
		want           float64
		ok             bool
	}{
		{"ftp_w", "260 W", 260, true},
		{"activities[0].distance_km", "40.5km", 40.5, true},
		{"weight_kg", "70 lb", 0, false},
		{"elevation_gain_m", "1 km", 1000, true},
		{"distance_km", "40 mi", 64.37376, true},
		{"min_distance_km", "10 miles", 16.09344, true},
		{"distances_m[0]", "5k", 5000, true},
		{"race_distance_m", "Half Marathon", 21097.5, true},
		{"interval_distance_m", "1 mile", 1609.344, true},
		{"distances_m", "100 yd", 91.44, true},
		{"distance_km", "40 min", 0, false},
		{"durations_s", "5k", 0, false},
		{"distances_m", "100m", 100, true},
		{"min_duration_s", "4h", 14400, true},
		{"durations_s[3]", "20min", 1200, true},
		{"activities[1].laps_s[0]", "5m", 300, true},
		{"duration_s", "1h30min", 5400, true},
		{"duration_s", "1:30:00", 5400, true},
		{"duration_s", "1:30", 0, false},
		{"duration_s", "1:99:00", 0, false},
		{"threshold_pace_s_per_km", "4:15", 255, true},
		{"css_pace_s_per_100m", "1:32", 92, true},
		{"threshold_pace_s_per_km", "4:15:00", 0, false},
		{"threshold_pace_s_per_km", "4:5", 0, false},
		{"max_hr_bpm", "187bpm", 187, true},
		{"limit", "10 W", 0, false},
		{"ftp_w", "w", 0, false},
	} {
		got, ok := quantity(c.argument, c.text)
		if ok != c.ok || ok && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s %q is %v %v, want %v %v", c.argument, c.text, got, ok, c.want, c.ok)
		}
	}
}

// inCapitals formats each format in capitals but for its verbs, which are all
// %s or %d.
func inCapitals(format string, args ...any) string {
	for i, arg := range args {
		if s, ok := arg.(i18n.Sentence); ok {
			args[i] = s.Say(inCapitals)
		}
	}
	if format == "%w" {
		return strings.ToUpper(fmt.Sprint(args[0]))
	}
	return fmt.Sprintf(strings.NewReplacer("%S", "%s", "%D", "%d").Replace(strings.ToUpper(format)), args...)
}

type section struct {
	Why  i18n.Sentence `json:"why,omitempty"`
	Name string        `json:"name"`
}

type outer struct {
	section

	Words []i18n.Sentence          `json:"words"`
	Why   map[string]i18n.Sentence `json:"missing"`
	Deep  *section                 `json:"deep"`
	All   []section                `json:"all"`
	Any   map[string]any           `json:"any"`
	None  *section                 `json:"none"`
	own   i18n.Sentence
}

func TestSentencesOfAnswersAreSaid(t *testing.T) {
	t.Parallel()
	made := func() *outer {
		return &outer{
			section: section{"not set", "not set"},
			Words:   []i18n.Sentence{"5 % left", i18n.Sentencef("%d of %s", 3, i18n.Sentencef("the %s", "rest"))},
			Why:     map[string]i18n.Sentence{"tss": "not set"},
			Deep:    &section{Why: i18n.Sentencef("at %s", "noon")}, All: []section{{Why: "a\n<b>"}, {}},
			Any: map[string]any{"x": i18n.Sentence("odd"), "y": []any{"plain", i18n.Sentence("even")}, "z": nil},
			own: "kept",
		}
	}
	answer := made()
	got, err := Marshal(inWords(answer, inCapitals))
	want := `{"why":"NOT SET","name":"not set","words":["5 % LEFT","3 OF THE rest"],"missing":{"tss":"NOT SET"},` +
		`"deep":{"why":"AT noon","name":""},` +
		`"all":[{"why":"A\n<B>","name":""},{"name":""}],"any":{"x":"ODD","y":["plain","EVEN"],"z":null},"none":null}`
	if err != nil || string(got) != want {
		t.Errorf("%s %v\nwant %s", got, err, want)
	}
	if d := cmp.Diff(made(), answer, cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
		t.Errorf("the answer itself changed: %s", d)
	}
	plain, err := Marshal(inWords(made(), nil))
	if err != nil || !strings.Contains(string(plain), `"3 of the rest"`) || strings.Contains(string(plain), "NOT SET") {
		t.Errorf("without a language: %s %v", plain, err)
	}
	if inWords(nil, inCapitals) != nil {
		t.Error("nothing becomes something")
	}
}
