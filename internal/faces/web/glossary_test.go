package web_test

import (
	"html"
	"net/http"
	"regexp"
	"testing"

	"lapkeep/internal/metrics/glossary"
)

// TestGlossaryInChinese: no page of the glossary has an English sentence.
func TestGlossaryInChinese(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.chinese = true
	text := regexp.MustCompile(`(?s)<main.*</main>`)
	mark := regexp.MustCompile(`(?s)<[^>]*>`)
	english := regexp.MustCompile(`\b[A-Za-z]{2,}[ ,;:]+[a-z]{2,} [a-z]{2,}`)
	paths := []string{"/glossary"}
	for _, e := range glossary.Entries() {
		paths = append(paths, "/glossary/"+e.Key)
	}
	for _, path := range paths {
		res, page := s.ask(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", path, res.Status)
		}
		for _, part := range mark.Split(text.FindString(page), -1) {
			if english.MatchString(html.UnescapeString(part)) {
				t.Errorf("%s: %q is English", path, part)
			}
		}
	}
}
