//go:build e2e

package outwardtest_test

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/test/intervalstest"
)

// canaries returns a scheme's secret in every form in which it travels.
func canaries(scheme source.Scheme) []string {
	if scheme == source.Bearer {
		return []string{intervalstest.DefaultToken}
	}
	pair := []byte("API_KEY:" + intervalstest.DefaultKey)
	return []string{intervalstest.DefaultKey, base64.StdEncoding.EncodeToString(pair), base64.RawURLEncoding.EncodeToString(pair)}
}

// TestSecretsStayInTheirFile, whatever goes wrong, even where a service says
// back what it was sent.
func TestSecretsStayInTheirFile(t *testing.T) {
	t.Parallel()
	for name, scheme := range map[string]source.Scheme{"key": source.Basic, "token": source.Bearer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			a.holds(t, scheme)
			echo := `{"status":%d,"error":"You sent ` + strings.Join(canaries(scheme), ", ") + `"}`
			for i, f := range []intervalstest.Fault{
				{},
				{Status: 400},
				{Status: 401},
				{Status: 403},
				{Status: 422},
				{Status: 429, RetryAfter: "60"},
				{Status: 503},
				{Status: 200, Late: true},
				{Cut: true, Late: true},
			} {
				if f.Status != 0 || f.Cut {
					f.Body = strings.Replace(echo, "%d", fmt.Sprint(f.Status), 1)
				}
				a.tries(t, i, f)
			}
			for _, args := range [][]string{
				{"doctor", "--all"},
				{"doctor", "--json"},
				{"undo", "--list"},
				{"check", "intervals"},
				{"check", "--json"},
				{"sync"},
				{"tools", "--json"},
				{"backup", filepath.Join(a.user, "b.tar")},
				{"export", "--all", filepath.Join(a.user, "out")},
			} {
				a.do(t.Context(), "", args...) // some fail; what they say counts
			}
			files := a.silent(t, canaries(scheme))
			t.Logf("reliability: files searched for a service's %s (forms: %d) | %d | found only in its own file, and in "+
				"no answer or log", name, len(canaries(scheme)), files)
		})
	}
}

// holds puts the secret of a scheme in the place of the key.
func (a *athlete) holds(t *testing.T, scheme source.Scheme) {
	t.Helper()
	secret := map[source.Scheme]string{source.Basic: intervalstest.DefaultKey, source.Bearer: intervalstest.DefaultToken}[scheme]
	v := token.Vault{Dir: filepath.Join(a.user, ".lapkeep", "keys", "me")}
	err := v.Save("intervals", source.Token{Scheme: scheme, Access: source.NewSecret(secret), Account: intervalstest.DefaultAthlete})
	if err != nil {
		t.Fatal(err)
	}
}

// tries writes, undoes and reads while something goes wrong.
func (a *athlete) tries(t *testing.T, i int, f intervalstest.Fault) {
	t.Helper()
	remove := func() {}
	if f.Body != "" {
		remove = a.server.Inject(f)
	}
	for _, call := range [][2]string{
		{"create_events", strings.ReplaceAll(proofRide, "Proof ride", fmt.Sprint("Proof ", i))},
		{"update_event", a.fill(t, `{"id":"{Travel}","description":"`+fmt.Sprint("Proof ", i)+`"}`)},
		{"update_wellness", fmt.Sprintf(`{"date":"2026-08-19","values":{"weight_kg":"%d"}}`, 60+i)},
		{"save_gear", fmt.Sprintf(`{"kind":"shoes","name":"Proof %d"}`, i)},
		{"sync_now", `{}`},
		{"get_status", `{}`},
		{"list_events", `{}`},
	} {
		a.do(t.Context(), "", "call", call[0], call[1]) // some fail; what they say counts
	}
	a.do(t.Context(), "", "undo")
	a.wait(time.Hour)
	a.do(t.Context(), "", "call", "sync_now")
	remove()
}

// silent: no secret was printed, and none is in any file but its own.
func (a *athlete) silent(t *testing.T, secrets []string) (files int) {
	t.Helper()
	own := filepath.Join(a.user, ".lapkeep", "keys", "me", "intervals.json")
	err := filepath.WalkDir(filepath.Dir(a.user), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files++
		if path == own {
			return err
		}
		for _, c := range secrets {
			if at := bytes.Index(data, []byte(c)); at >= 0 {
				t.Errorf("%s has %q: …%q…", path, c, data[max(0, at-200):min(len(data), at+60)])
			}
		}
		return err
	})
	if err != nil || files < 10 {
		t.Errorf("%d files, %v", files, err)
	}
	rows := a.everyCell(t)
	for _, c := range secrets {
		if at := strings.Index(a.said.String(), c); at >= 0 {
			t.Errorf("%q was said: %s", c, a.said.String()[max(0, at-400):at+60])
		}
		if at := strings.Index(rows, c); at >= 0 {
			t.Errorf("%q is in the store: %s", c, rows[max(0, at-400):at+60])
		}
	}
	if !strings.Contains(rows, "Proof 3") || !strings.Contains(a.said.String(), "Backup saved as") {
		t.Error("the search saw nothing of what was written")
	}
	return files
}

// everyCell returns the text of every cell of the store.
func (a *athlete) everyCell(t *testing.T) string {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(a.user, ".lapkeep", "lapkeep.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := db.QueryContext(t.Context(), "SELECT name FROM sqlite_master WHERE type = 'table'")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for tables.Next() {
		var name string
		if err := tables.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	var all strings.Builder
	for _, name := range names {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+name+`"`)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			cells := make([]any, len(columns))
			for i := range cells {
				cells[i] = new(any)
			}
			if err := rows.Scan(cells...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "%s:", name)
			for _, c := range cells {
				if b, ok := (*c.(*any)).([]byte); ok {
					fmt.Fprintf(&all, " %s", b)
				} else {
					fmt.Fprintf(&all, " %v", *c.(*any))
				}
			}
			all.WriteString("\n")
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
