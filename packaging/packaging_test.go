package packaging

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
)

const root = ".."

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func decode[T any](t *testing.T, path string) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(read(t, path)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

type start struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
}

// TestServerDescription: the registry's file claims nothing that is not: no
// host, no package, no address.
func TestServerDescription(t *testing.T) {
	t.Parallel()
	s := decode[struct {
		Schema      string `json:"$schema"`
		Name        string `json:"name"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Version     string `json:"version"`
	}](t, "server.json")
	if !regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(s.Name) || s.Description == "" ||
		len(s.Description) > 100 || s.Version == "" {
		t.Errorf("the schema allows no %+v", s)
	}
	if !strings.HasSuffix(s.Schema, "/2025-12-11/server.schema.json") {
		t.Errorf("schema %s", s.Schema)
	}
}

// TestExtensionStartsTheServer: Gemini's file names a command that is there.
func TestExtensionStartsTheServer(t *testing.T) {
	t.Parallel()
	e := decode[struct {
		Name        string           `json:"name"`
		Version     string           `json:"version"`
		Description string           `json:"description"`
		Servers     map[string]start `json:"mcpServers"`
	}](t, "gemini-extension.json")
	if s := e.Servers["lapkeep"]; s.Command != "lapkeep" || !slices.Equal(s.Args, startsOnStdio()) {
		t.Errorf("it starts %+v", s)
	}
}

// startsOnStdio returns the arguments in full, since a config file may say
// HTTP.
func startsOnStdio() []string { return []string{"serve", "--transport", "stdio"} }

// TestBundleHasAnIcon: a square picture of a size that clients can shrink.
func TestBundleHasAnIcon(t *testing.T) {
	t.Parallel()
	var m struct{ Icon string }
	if err := json.Unmarshal([]byte(read(t, "packaging/mcpb/manifest.json")), &m); err != nil {
		t.Fatal(err)
	}
	picture, err := png.DecodeConfig(strings.NewReader(read(t, filepath.Join("packaging/mcpb", m.Icon))))
	if err != nil || picture.Width != picture.Height || picture.Width < 256 {
		t.Errorf("%s: %+v, %v", m.Icon, picture, err)
	}
}

// TestZonesAreAttributed: the borders of time zones are OpenStreetMap's, whose
// licence asks that whoever gives them away or shows what is made of them says so.
func TestZonesAreAttributed(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"README.md", "packaging/notices/main.go"} {
		text := strings.Join(strings.Fields(read(t, page)), " ")
		for _, want := range []string{"© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright", "Open Database License"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", page, want)
			}
		}
	}
}

var ofUser = regexp.MustCompile(`^\$\{user_config\.(\w+)\}$`)

// TestBundleAsksForRealSettings: what the bundle passes on are settings of
// the program, with the program's own defaults.
func TestBundleAsksForRealSettings(t *testing.T) {
	t.Parallel()
	var m struct {
		Server struct {
			Config start `json:"mcp_config"`
		} `json:"server"`
		Asked map[string]struct {
			Default  string `json:"default"`
			Required bool   `json:"required"`
		} `json:"user_config"`
	}
	if err := json.Unmarshal([]byte(read(t, "packaging/mcpb/manifest.json")), &m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Server.Config.Args, startsOnStdio()) {
		t.Errorf("it starts with %q", m.Server.Config.Args)
	}
	passed := map[string]bool{}
	for env, value := range m.Server.Config.Env {
		match := ofUser.FindStringSubmatch(value)
		i := slices.IndexFunc(catalogue(), func(d settings.Definition) bool { return slices.Contains(d.Env, env) })
		if match == nil || i < 0 {
			t.Errorf("%s=%s is no setting", env, value)
			continue
		}
		d, asked := catalogue()[i], m.Asked[match[1]]
		passed[match[1]] = true
		// A setting that nobody fills in would reach the program as a literal.
		if !asked.Required || asked.Default == "" {
			t.Errorf("%s may stay empty", match[1])
		}
		if d.Default != "" && asked.Default != d.Default {
			t.Errorf("%s is %q there and %q in the program", match[1], asked.Default, d.Default)
		}
	}
	for name := range m.Asked {
		if !passed[name] {
			t.Errorf("%s is asked for and not used", name)
		}
	}
}

var flag = regexp.MustCompile(`--([a-z][a-z-]+)`)

// TestContainerRunsTheProgram reads the image's recipe and the service's:
// what they copy is there and let through, nobody is root, and every flag is
// one of the program.
func TestContainerRunsTheProgram(t *testing.T) {
	t.Parallel()
	recipe, allowed := read(t, "Dockerfile"), strings.Fields(read(t, ".dockerignore"))
	stage := recipe[strings.LastIndex(recipe, "\nFROM "):]
	for _, want := range []string{
		"FROM scratch", "\nUSER 65532:65532\n", "ENTRYPOINT [\"/lapkeep\"]", "CMD [\"serve\"]",
		"VOLUME /data", "LAPKEEP_HOME=/data/home", "/etc/ssl/certs/ca-certificates.crt",
	} {
		if !strings.Contains(stage, want) {
			t.Errorf("the image has no %q", want)
		}
	}
	for line := range strings.Lines(recipe) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "COPY" || strings.HasPrefix(f[1], "--from") {
			continue
		}
		for _, source := range f[1 : len(f)-1] {
			if _, err := os.Stat(filepath.Join(root, source)); err != nil || !slices.Contains(allowed, "!"+source) {
				t.Errorf("%s is not there to be copied: %v", source, err)
			}
		}
	}
	service := read(t, "compose.yaml")
	for _, want := range []string{"read_only: true", "cap_drop: [ALL]", `"127.0.0.1:8642:8642"`, "no-new-privileges:true", ":/data"} {
		if !strings.Contains(service, want) {
			t.Errorf("the service has no %q", want)
		}
	}
	_, command, _ := strings.Cut(service, "command: [")
	command, _, _ = strings.Cut(command, "]")
	for _, m := range flag.FindAllStringSubmatch(command, -1) {
		if !slices.ContainsFunc(catalogue(), func(d settings.Definition) bool { return d.Flag == m[1] }) {
			t.Errorf("%s is no flag", m[0])
		}
	}
}

// catalogue returns all that can be set.
func catalogue() []settings.Definition {
	return settings.Catalogue(connections.Settings(connections.Kinds()))
}
