package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadmeInChineseIsTheSame: what TestReadmeBlocksRun runs of one page is
// what the other shows, and both have the same parts, tables and links.
func TestReadmeInChineseIsTheSame(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(repository, "README.zh-CN.md"))
	if err != nil {
		t.Fatal(err)
	}
	english, chinese := readme(t), string(b)
	for _, language := range []string{"sh", "text", "json"} {
		if en, zh := blocks(english, language), blocks(chinese, language); len(en) == 0 || !slices.Equal(en, zh) {
			t.Errorf("the blocks of %s differ:\n%q\n%q", language, en, zh)
		}
	}
	for name, pattern := range map[string]string{
		"heading": `(?m)^#+ `, "row of a table": `(?m)^\|`, "item of a list": `(?m)^- `,
	} {
		re := regexp.MustCompile(pattern)
		if en, zh := re.FindAllString(english, -1), re.FindAllString(chinese, -1); len(en) == 0 || !slices.Equal(en, zh) {
			t.Errorf("there are %d of %s, and %d in Chinese", len(en), name, len(zh))
		}
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, to := range links.FindAllStringSubmatch(english, -1) {
		if to[1] != "README.zh-CN.md" && !strings.Contains(chinese, to[0]) {
			t.Errorf("the page in Chinese does not link to %s", to[1])
		}
	}
	code := regexp.MustCompile("`lapkeep [^`]+`")
	for _, command := range code.FindAllString(english, -1) {
		if !strings.Contains(chinese, command) {
			t.Errorf("the page in Chinese does not have %s", command)
		}
	}
}
