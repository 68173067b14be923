//go:build e2e

package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestGuidesRun does what a new user does with the README and the pages by
// task, line by line.
func TestGuidesRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	p := newPerson(t)
	rides(t, filepath.Join(p.user, "rides"), may, 900, training.Cycling, training.Running, training.Swimming)
	workoutAndWatch(t, p)
	ran := 0
	for _, name := range guides() {
		for _, block := range blocks(pageText(t, name), "sh") {
			for _, line := range strings.Split(block, "\n") {
				ran++
				w := words(line)
				for i := range w {
					if rest, ok := strings.CutPrefix(w[i], "~/"); ok {
						w[i] = filepath.Join(p.user, rest)
					}
				}
				guideLine(t, p, w)
			}
		}
	}
	if ran < 30 {
		t.Errorf("only %d lines were found", ran)
	}
}

// workoutAndWatch writes the workout of the guide, and the folder of a watch.
func workoutAndWatch(t *testing.T, p *person) {
	t.Helper()
	err := errors.Join(
		os.WriteFile(filepath.Join(p.user, "sweet-spot.txt"), []byte(blocks(pageText(t, "docs/workouts.md"), "text")[0]), 0o600),
		os.MkdirAll(filepath.Join(p.user, "GARMIN", "NewFiles"), 0o700),
	)
	if err != nil {
		t.Fatal(err)
	}
}

func guideLine(t *testing.T, p *person, w []string) {
	t.Helper()
	switch line := strings.Join(w, " "); {
	case line == "go test ./...": // this test is part of it
	case line == "go install ./cmd/lapkeep":
		mustBeThere(t, "cmd/lapkeep/main.go")
	case strings.HasPrefix(line, "go run ./cmd/lapkeep demo"):
		demoServes(t, p, w[3:])
	case strings.HasPrefix(line, "claude mcp add lapkeep -- "):
		if !filepath.IsAbs(w[5]) {
			t.Errorf("a client needs an absolute path, not %s", w[5])
		}
		stdioServes(t, p, w[6:])
	case line == "docker compose up --detach":
		mustBeThere(t, "Dockerfile")
		mustBeThere(t, "compose.yaml")
	case strings.HasPrefix(line, "docker compose run --rm "):
		inContainer(t, p, w[4:])
	case strings.HasPrefix(line, "lapkeep picture week"):
		p.must(t, "call", "create_events", `{"events":[{"date":"today","name":"Easy","category":"workout","sport":"running","duration_s":1800}]}`)
		p.must(t, w[1:]...)
	case w[0] == "lapkeep":
		if out := p.must(t, w[1:]...); out == "" {
			t.Errorf("%s printed nothing", line)
		}
	default:
		t.Errorf("nobody knows whether %q works: teach this test to run it", line)
	}
}

// inContainer runs what comes after the service's name with the folders as
// they are outside.
func inContainer(t *testing.T, p *person, w []string) {
	t.Helper()
	folders := map[string]string{}
	for ; w[0] == "--volume"; w = w[2:] {
		outside, rest, _ := strings.Cut(w[1], ":")
		inside, _, _ := strings.Cut(rest, ":")
		folders[inside] = outside
	}
	args := slices.Clone(w[1:])
	for i, a := range args {
		if outside, ok := folders[a]; ok {
			args[i] = outside
		}
	}
	if out := p.must(t, args...); w[0] != "lapkeep" || out == "" {
		t.Errorf("%s %s printed nothing", w[0], args)
	}
}

func mustBeThere(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(repository, filepath.FromSlash(path))); err != nil {
		t.Error(err)
	}
}

// demoServes runs the demo until it serves, asks it as a client would, and
// stops it.
func demoServes(t *testing.T, p *person, args []string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, ended := newWatched(), make(chan int, 1)
	go func() { ended <- p.program(out, io.Discard).Run(ctx, args) }()
	out.until(t, "Press Ctrl-C to stop", ended)
	said := out.String()
	// What the README shows is what it says, but for how long it took.
	ready := regexp.MustCompile(`ready in [0-9.]+ s`)
	shown := blocks(readme(t), "text")[0]
	if !strings.Contains(ready.ReplaceAllString(said, ""), ready.ReplaceAllString(shown, "")) {
		t.Errorf("the README shows\n%s\nand the demo says\n%s", shown, said)
	}
	url, key := saidURL.FindStringSubmatch(said), saidKey.FindStringSubmatch(said)
	if url == nil || key == nil {
		t.Fatalf("the demo names no server or key:\n%s", said)
	}
	if status := initialize(t, url[1], ""); status != http.StatusUnauthorized {
		t.Errorf("without the key the server answers %d", status)
	}
	if status := initialize(t, url[1], key[1]); status != http.StatusOK {
		t.Errorf("with the key the server answers %d", status)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("stopped, the demo exits with %d", code)
	}
}

func initialize(t *testing.T, url, key string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(initializeMessage))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}
