package app

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli"
)

// TestAProviderIsSetUp: the secret is in a file of its own, readable by its owner, and nowhere
// else; what does not go together is refused with what to do.
func TestAProviderIsSetUp(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	const secret = "canary-of-the-provider"
	file := filepath.Join(p.user, "secret.txt")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "Give your name"},
		{[]string{"Olga", "--client-id", "c"}, "Add --issuer"},
		{[]string{"Olga", "--issuer", "https://id.example"}, "Add --client-id"},
		{[]string{"Olga", "--issuer", "http://id.example", "--tokens"}, "Use https://"},
		{[]string{"--issuer", "https://id.example", "--tokens"}, "Nobody can sign in yet"},
		{[]string{"Olga", "--issuer", "https://id.example", "--client-id", "c", "--secret-file", file + "x"}, "cannot be read"},
	} {
		code, out, errs := p.run(t.Context(), append([]string{"login", "setup"}, c.args...)...)
		if code == 0 || !strings.Contains(errs, c.says) {
			t.Errorf("%v: %d %s%s", c.args, code, out, errs)
		}
	}
	if code, _, errs := p.run(t.Context(), "login", "link", "Olga", "sub-1"); code == 0 || !strings.Contains(errs, "There is no provider") {
		t.Errorf("%d %s", code, errs)
	}
	said := p.must(t, "login", "setup", "Olga", "--issuer", "https://id.example", "--client-id", "c", "--secret-file", file)
	if !strings.Contains(said, "/login/back") || !strings.Contains(said, "lapkeep login link Olga SUBJECT") ||
		strings.Contains(said, "Code for") {
		t.Errorf("it says %s", said)
	}
	if code := p.must(t, "login", "code"); !strings.Contains(code, "https://id.example") || strings.Contains(code, "Code for") {
		t.Errorf("a code is made that opens nothing: %s", code)
	}
	p.must(t, "login", "link", "Olga", "sub-1")
	if list := p.must(t, "login", "list"); !strings.Contains(list, "Olga is sub-1 at https://id.example.") {
		t.Errorf("the list is %s", list)
	}
	kept := filepath.Join(p.user, ".lapkeep", cli.ProviderSecretFile)
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the secret: %v %v", info, err)
	}
	if got := holding(t, filepath.Join(p.user, ".lapkeep"), secret); len(got) != 1 || got[0] != kept {
		t.Errorf("the secret is in %v", got)
	}
	p.must(t, "login", "setup", "--issuer", "https://id.example", "--tokens")
	if got := holding(t, filepath.Join(p.user, ".lapkeep"), secret); len(got) != 0 {
		t.Errorf("a secret that is not used is in %v", got)
	}
	var out, errs bytes.Buffer
	asking := p.program(&out, &errs)
	asking.Secret = func(context.Context, string) (string, error) { return secret + " ", nil }
	if code := asking.Run(t.Context(), []string{"login", "setup", "--issuer", "https://id.example", "--client-id", "c"}); code != 0 {
		t.Fatalf("%d %s%s", code, &out, &errs)
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != secret+"\n" || strings.Contains(out.String(), secret) {
		t.Errorf("%q %v %s", text, err, &out)
	}
	p.must(t, "login", "setup", "--issuer", "off")
	if _, err := os.Stat(kept); err == nil {
		t.Error("the secret is kept without a provider")
	}
	if code := p.must(t, "login", "code"); !strings.Contains(code, "Code for Olga") {
		t.Errorf("people do not sign in here: %s", code)
	}
}

// holding returns the files in a folder that hold a text.
func holding(t *testing.T, dir, text string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
