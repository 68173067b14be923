package browser

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// readTexts are the texts of a page that are not the athlete's own words.
const readTexts = `(() => {
	const copy = document.body.cloneNode(true), out = [];
	copy.querySelectorAll("script, pre, canvas, code, textarea, figure svg").forEach((e) => e.remove());
	const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) out.push(walk.currentNode.data.trim());
	copy.querySelectorAll("[aria-label], [title], [placeholder], [data-label], [data-done], [data-failed], [data-busy], [data-empty], [data-reset]").forEach((e) =>
		["aria-label", "title", "placeholder", "data-label", "data-done", "data-failed", "data-busy", "data-empty", "data-reset"].forEach((a) => out.push(e.getAttribute(a) ?? "")));
	return [...new Set(out.filter((t) => t))];
})()`

var (
	// unfilled is a place of a sentence that nothing was put into.
	unfilled = regexp.MustCompile(`%[sdvq]|%!|\bundefined\b|\bNaN\b|\[object`)
	// quoted is what a sentence has of the athlete's own text.
	quoted  = regexp.MustCompile(`“[^”]*”`)
	english = regexp.MustCompile(`[A-Za-z]{2,}[ ,;:]+[a-z]{2,}`)
)

// commands stay English in every language.
var commands = regexp.MustCompile(`lapkeep( --?[a-z]+| [a-z]+)*`)

// notYet are English sentences of tools and of the glossary, which the page hands on.
// An entry goes when it is translated; nothing of the page's own may stand here.
var notYet = map[string]bool{
	"ratings 1 best to 4 worst": true,
	"claude.ai (web and phone)": true, "运动员自己在 Strava 的应用的 Client ID 和 Client secret": true,
}

// ownWords are what the athlete wrote and what files say, the longest first.
func ownWords(v any, key string, out []string) []string {
	switch v := v.(type) {
	case string:
		if slices.Contains([]string{"name", "title", "description", "gear", "device", "file_name", "text", "phase", "focus", "structure", "type", "plan_notes", "note", "notes"}, key) {
			out = append(out, strings.Split(v, "\n")...)
		}
	case []any:
		for _, x := range v {
			out = ownWords(x, key, out)
		}
	case map[string]any:
		for k, x := range v {
			out = ownWords(x, k, out)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// TestLanguages: in both languages every panel opens without an error, no sentence has
// an open place, and in Chinese no sentence of ours is English.
func TestLanguages(t *testing.T) {
	for _, lang := range []string{"en", "zh-CN"} {
		t.Run(lang, func(t *testing.T) {
			at := dashboard(t, "--lang", lang)
			b := open(t, at)
			all := panels(t, b, at)
			now, err := time.Parse("2006-01-02", text(call(t, "", "get_status", `{}`)["local_date"]))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range slices.Sorted(maps.Keys(all)) {
				t.Run(name, func(t *testing.T) {
					var own []string
					for _, q := range asked(name, all[name], now) {
						own = ownWords(call(t, "", q.tool, q.args), "", own)
					}
					b.visit(t, at, all[name], "light", 1440, 900)
					is, err := chromedp.Run(b, chromedp.Evaluate[string](`document.documentElement.lang`))
					if err != nil || !strings.HasPrefix(is, lang[:2]) {
						t.Errorf("the page says that it is in %q (%v)", is, err)
					}
					texts, err := chromedp.Run(b, chromedp.Evaluate[[]string](readTexts))
					if err != nil {
						t.Fatal(err)
					}
					for _, s := range texts {
						if unfilled.MatchString(s) {
							t.Errorf("%q has an open place", s)
						}
						if lang == "en" || notYet[s] {
							continue
						}
						ours := quoted.ReplaceAllString(commands.ReplaceAllString(s, ""), "")
						for _, w := range own {
							ours = strings.ReplaceAll(ours, strings.TrimSpace(w), "")
						}
						if english.MatchString(ours) {
							t.Errorf("%q is English", s)
						}
					}
					for _, w := range b.wrong() {
						t.Error(w)
					}
				})
			}
		})
	}
}

// standing is what stands in the HTML: headings, tables and numbers.
const standing = `[...document.querySelectorAll("main h1, main h2, main h3, main table, main dl, main data, main .small, main .meaning")].map((e) => e.tagName + " " + e.textContent.replace(/\s+/g, " ").trim())`

// TestTextsStandWithoutScripts: the same headings, tables, numbers and sentences are
// there when no script runs.
func TestTextsStandWithoutScripts(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for name, path := range panels(t, b, at) {
		b.script(t, false)
		b.do(t, chromedp.Navigate("http://"+at.Host+path))
		without, err := chromedp.Run(b, chromedp.Evaluate[[]string](standing))
		if err != nil {
			t.Fatal(err)
		}
		b.script(t, true)
		b.visit(t, at, path, "light", 1440, 900)
		with, err := chromedp.Run(b, chromedp.Evaluate[[]string](standing))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range with {
			if !slices.Contains(without, s) {
				t.Errorf("%s: %.200q stands there by a script alone", name, s)
			}
		}
		if len(without) < 1 {
			t.Errorf("%s has %d texts without scripts", name, len(without))
		}
	}
}
