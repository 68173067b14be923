package web_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func TestUpload(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	res, body := s.ask(t, http.MethodPost, "/upload?name=..%2F..%2Fride.fit", strings.NewReader("twelve bytes"))
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"bytes":12`) || !strings.Contains(body, "ride.fit") || strings.Contains(body, "/") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	r := s.request(t, http.MethodPost, "/upload?name=large.zip", io.LimitReader(zeros{}, 2<<30))
	r.ContentLength = 2 << 30
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		b, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(b), "lapkeep import FILE") {
			t.Errorf("2 GB: %d %s", res.StatusCode, b)
		}
	}
}

// TestAnUploadOntoAFullDisk is refused in a sentence, though the browser still
// sends, and nothing of it stays.
func TestAnUploadOntoAFullDisk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.server.FullDisk(1 << 16)
	r := s.request(t, http.MethodPost, "/upload?name=ride.fit", io.LimitReader(zeros{}, 8<<20))
	r.ContentLength = 8 << 20
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(b), "Make room on the disk of the home") {
		t.Errorf("%d %s", res.StatusCode, b)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
	if res, body := s.ask(t, http.MethodPost, "/upload?name=ride.fit", strings.NewReader("small")); res.StatusCode != http.StatusOK {
		t.Errorf("what has room: %d %s", res.StatusCode, body)
	}
}

// TestAnUploadThatCannotBeReadSaysWhy in the page's words, and which of several
// files it was.
func TestAnUploadThatCannotBeReadSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer, want string
		chinese      bool
	}{
		"one":     {`{"files":[{"path":"x/broken.fit","status":"failed","reason":"It is cut off."}],"counts":{"failed":1}}`, `"failed":true,"files":[{"path":"x/broken.fit","reason":"It is cut off.","status":"failed"}],"none":true,"said":"It is cut off."`, false},
		"new":     {`{"files":[{"path":"x/a.fit","status":"imported"}],"counts":{"imported":1}}`, `"none":false,"said":"Imported"`, false},
		"chinese": {`{"files":[{"path":"x/a.fit","status":"imported"}],"counts":{"imported":1}}`, `"none":false,"said":"已导入"`, true},
		"of several": {
			`{"files":[{"path":"x/z/b.fit","status":"failed","reason":"It is cut off."},{"path":"x/a.fit","status":"imported"}],"counts":{"failed":1,"imported":1}}`,
			`"none":false,"said":"Imported: 1 · Failed: 1 · b.fit: It is cut off."`, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, func(o *web.Options) {
				o.Import = func(context.Context, *tools.Call, string) (json.RawMessage, error) {
					return json.RawMessage(c.answer), nil
				}
			})
			s.chinese = c.chinese
			res, body := s.ask(t, http.MethodPost, "/upload?name=a.fit", strings.NewReader("x"))
			if res.StatusCode != http.StatusOK || !strings.Contains(body, c.want) {
				t.Errorf("%d %s, want %s", res.StatusCode, body, c.want)
			}
		})
	}
}

// TestAnUploadThatIsRefusedLeavesNothing: what the import refuses is told as it
// says it, and the file is gone.
func TestAnUploadThatIsRefusedLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.refuse = training.Errorf(training.KindUnavailable, "The disk is full.").WithFix("Make room.")
	res, body := s.ask(t, http.MethodPost, "/upload?name=ride.fit", strings.NewReader("twelve bytes"))
	if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "The disk is full.") ||
		!strings.Contains(body, "Make room.") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestAnUploadThatWasKilledIsDropped at the next start, unless a process reads one
// at that moment.
func TestAnUploadThatWasKilledIsDropped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := filepath.Join(s.uploads, "upload-1")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ride.fit"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	release, err := disk.Share(t.Context(), s.uploads+".lock", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if err := s.server.DropUploads(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(s.uploads); err != nil || len(left) != want {
			t.Errorf("%v stayed, %v; want %d", left, err, want)
		}
		if want == 1 && release() != nil {
			t.Fatal("the lock is not freed")
		}
	}
	if res, body := s.ask(t, http.MethodPost, "/upload?name=ride.fit", strings.NewReader("whole")); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d %s", res.StatusCode, body)
	}
}
