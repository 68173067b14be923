package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

const root = "../../../"

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// settingNames returns the names of all settings.
func settingNames() (names []string) {
	for field := range reflect.TypeFor[config]().Fields() {
		names = append(names, field.Tag.Get("yaml"))
	}
	return names
}

func TestThePageHasEverySetting(t *testing.T) {
	page := read(t, "docs/hosting.md")
	for _, name := range settingNames() {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/hosting.md does not name %s", name)
		}
	}
}

// TestTheServicesAreConfigured loads what compose.hosted.yaml sets for a node.
func TestTheServicesAreConfigured(t *testing.T) {
	text := read(t, "compose.hosted.yaml")
	set := regexp.MustCompile(`(LAPKEEP_HOST_[A-Z_]+): "?([^\s"}]+)`).FindAllStringSubmatch(text, -1)
	var environ []string
	for _, m := range set {
		environ = append(environ, m[1]+"="+m[2])
	}
	c, err := loadConfig("", environ)
	if err != nil || c.Replicas != 3 || c.Data != "/data/node" || !strings.HasSuffix(c.InnerAddress, ":8700") || len(set) < 10 {
		t.Errorf("%+v %v", c, err)
	}
	for _, want := range []string{
		"sync_interval: always", "read_only: true", "cap_drop: [ALL]", "no-new-privileges:true",
		"127.0.0.1:8641:8642",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the services have no %q", want)
		}
	}
	for _, line := range strings.Split(read(t, "packaging/hosted.Dockerfile"), "\n") {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "COPY" || strings.HasPrefix(f[1], "--from") {
			continue
		}
		for _, source := range f[1 : len(f)-1] {
			if _, err := os.Stat(filepath.Join(root, source)); err != nil {
				t.Errorf("%s is not there to be copied", source)
			}
		}
	}
}

func TestTheEnvironmentCountsMore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host.yaml")
	if err := os.WriteFile(path, []byte("secret: /s\ngrace: 7s\nopen_homes: 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(path, []string{"LAPKEEP_HOST_OPEN_HOMES=12", "LAPKEEP_HOST_CONFIG=x", "PATH=y"})
	if err != nil || c.OpenHomes != 12 || c.Grace != 7*time.Second || c.Secret != "/s" || c.InnerAddress != c.Inner {
		t.Errorf("%+v %v", c, err)
	}
	for _, bad := range []string{
		"REPLICAS=2", "REPLICAS=3", "SHARDS=0", "GRACE=soon", "NO_SUCH=1", "SECRET=", "OPEN_HOMES=-1", "SWEEP=1ms", "INNER_ADDRESS=here",
	} {
		if _, err := loadConfig(path, []string{"LAPKEEP_HOST_" + bad}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
