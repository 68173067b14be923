package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tiny = "test/mutate/testdata/tiny"

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestATinyPackage: a fault that its tests see is killed, one that they alone
// see of a part of it is killed from above, one that they do not survives, one
// that does not build is passed over, and the file is as it was.
func TestATinyPackage(t *testing.T) {
	t.Parallel()
	before, err := os.ReadFile("testdata/tiny/tiny.go")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	last := filepath.Join(t.TempDir(), "bin", "last.json")
	known := tiny + "/tiny.go\nif x > floor {\n> becomes <="
	try := func(why map[string]string, again bool) (found map[string]outcome) {
		t.Helper()
		o := options{mutants: 10, seed: "1", again: again, last: last}
		before, err := kept(o)
		if err != nil {
			t.Fatal(err)
		}
		said.Reset()
		of := &trial{runner: newRunner(root(t), t.TempDir()), o: o, out: &said, why: why, last: before}
		if err := of.tree(t.Context(), tiny, o.mutants); err != nil {
			t.Fatal(err)
		}
		found = map[string]outcome{}
		for _, r := range of.all {
			found[r.What] = r.Outcome
		}
		return found
	}
	want := map[string]outcome{
		"condition negated": killed, "> becomes >=": survived, "> becomes <=": equivalent,
		"statement removed": killed, "+ becomes -": notBuilt, "* becomes /": above,
	}
	if d := cmp.Diff(want, try(map[string]string{known: "For the test."}, false)); d != "" {
		t.Error(d)
	}
	if !strings.Contains(said.String(), "survived   "+tiny+"/tiny.go:7: > becomes >=: if x > floor {\n") ||
		strings.Contains(said.String(), "+ becomes") {
		t.Error(said.String())
	}
	want["> becomes <="] = killed
	if d := cmp.Diff(want, try(nil, true)); d != "" {
		t.Errorf("again: %s", d)
	}
	if after, err := os.ReadFile("testdata/tiny/tiny.go"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
}

// TestSites: what is done to each form of code.
func TestSites(t *testing.T) {
	t.Parallel()
	const src = `package p

const share, many = 0.5, 3

func f(a []int, s *S) (int, error) {
	if len(a) < many && s != nil {
		return 0, fail("x" + "y")
	}
	s.n, s.m = s.m, s.n
	x := make([]int, 0, 9)
	x[0] += 2
	for range a {
		continue
	}
	s.Log.Info("x")
	done := func() error { return g() }
	return 1, done()
}
`
	sites, err := sitesOf("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sites {
		lines := strings.Split(string(s.apply([]byte(src))), "\n")
		if s.what != "condition negated" && strings.Count(src, "\n") != len(lines)-1 {
			t.Errorf("%s: lines moved", s.what)
		}
		got = append(got, s.what+" -> "+strings.TrimSpace(lines[s.line-1]))
	}
	slices.Sort(got)
	want := []string{
		"!= becomes == -> if len(a) < many && s == nil {",
		"&& becomes || -> if len(a) < many || s != nil {",
		"0 becomes -1 -> return (-1), fail(\"x\" + \"y\")",
		"0 becomes -1 -> x := make([]int, (-1), 9)",
		"0 becomes -1 -> x[(-1)] += 2",
		"0 becomes 1 -> return (1), fail(\"x\" + \"y\")",
		"0 becomes 1 -> x := make([]int, (1), 9)",
		"0 becomes 1 -> x[(1)] += 2",
		"0.5 becomes 0.45 -> const share, many = 0.45, 3",
		"0.5 becomes 0.55 -> const share, many = 0.55, 3",
		"1 becomes 0 -> return (0), done()",
		"1 becomes 2 -> return (2), done()",
		"2 becomes 1 -> x[0] += (1)",
		"2 becomes 3 -> x[0] += (3)",
		"3 becomes 2 -> const share, many = 0.5, (2)",
		"3 becomes 4 -> const share, many = 0.5, (4)",
		"< becomes <= -> if len(a) <= many && s != nil {",
		"< becomes >= -> if len(a) >= many && s != nil {",
		"assignment removed -> _ = 2",
		"assignment removed -> _, _ = s.m, s.n",
		"condition negated -> if !(len(a) < many && s != nil) {",
		"continue removed -> ",
		"error dropped -> done := func() error { return nil }",
		"error dropped -> return 0, nil",
		"error dropped -> return 1, nil",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestADrawHangsOnTheSiteAlone: what is written above a line changes nothing,
// another seed does.
func TestADrawHangsOnTheSiteAlone(t *testing.T) {
	t.Parallel()
	const src = "package p\n\nvar a = 1\n"
	of := func(src, seed string) [32]byte {
		sites, err := sitesOf("p.go", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return sites[len(sites)-1].draw(seed)
	}
	first := of(src, "1")
	if of(strings.Replace(src, "var", "var b = 2\n\nvar", 1), "1") != first || of(src, "2") == first {
		t.Error("the draw hangs on the lines above, or not on the seed")
	}
}

// TestTheListIsOfToday: an entry whose line is gone would be an excuse for
// nothing.
func TestTheListIsOfToday(t *testing.T) {
	t.Parallel()
	all, err := reasons(known)
	if err != nil {
		t.Fatal(err)
	}
	for entry, why := range all {
		file, _, _ := strings.Cut(entry, "\n")
		src, err := os.ReadFile(filepath.Join(root(t), file))
		if err != nil {
			t.Fatal(err)
		}
		sites, err := sitesOf(file, src)
		if err != nil {
			t.Fatal(err)
		}
		if why == "" || !slices.ContainsFunc(sites, func(s site) bool { return s.entry() == entry }) {
			t.Errorf("no such mutation: %q (%s)", entry, why)
		}
	}
	if _, err := reasons("a\nb\nc"); err == nil {
		t.Error("an entry without a reason is taken")
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	tree := trees()[0]
	got := page("7", []result{
		{Tree: tree, File: tree + "/a.go", Line: 3, Text: "if a || b {", What: "|| becomes &&", Outcome: survived},
		{Tree: tree, File: tree + "/b.go", Line: 4, Text: "n++", What: "statement removed", Outcome: equivalent, Why: "It is not read."},
		{Tree: tree, Outcome: above},
		{Tree: tree, Outcome: killed, Later: true},
		{Tree: tree, Outcome: killed},
		{Tree: tree, Outcome: notBuilt},
	})
	for _, want := range []string{
		"drawn with seed 7.", "| `" + tree + "` | 5 | 1 | 1 | 1 | 1 | 1 | 50 % | 75 % |\n",
		"| `internal/importing/archive` | 0 | 0 | 0 | 0 | 0 | 0 |  |  |\n",
		"| all | 5 | 1 | 1 | 1 | 1 | 1 | 50 % | 75 % |\n",
		"| " + tree + "/a.go:3 | `if a \\|\\| b {` | `\\|\\| becomes &&` | open |\n",
		"| " + tree + "/b.go:4 | `n++` | `statement removed` | It is not read. |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %q:\n%s", want, got)
		}
	}
	if !strings.Contains(page("7", nil), "None.") {
		t.Error("nothing survived, and it does not say so")
	}
}
