package plan_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/plan"
)

// hostile are texts that take a careless reader's time, memory or stack.
func hostile() map[string]string {
	const most = plan.MaxBytes / 4
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
	}
	indented := ""
	for i := range 1000 {
		indented += strings.Repeat(" ", i) + "a:\n"
	}
	return map[string]string{
		"bomb": bomb, "itself": "a: &a [*a]\n", "merge": "a: &a {b: 1}\nc:\n  <<: *a\n",
		"brackets": strings.Repeat("[", most), "braces": "a: " + strings.Repeat("{a: ", most/8),
		"dashes": strings.Repeat("- ", most/2), "questions": strings.Repeat("? ", most/2), "indented": indented,
		"colons": strings.Repeat("a: ", most/3), "anchors": strings.Repeat("&a ", most/3), "tags": strings.Repeat("!!a ", most/4),
		"long line": "a: " + strings.Repeat("x", most-10), "many lines": strings.Repeat("a\n", most/2),
		"comments": "a: 1\n" + strings.Repeat("#\n", most/2-4), "quotes": "a: \"" + strings.Repeat("\\", most-10),
		"open quote": "a: '" + strings.Repeat("x\n", most/2-5), "blanks": "a:" + strings.Repeat("\n", most-10),
		"documents": strings.Repeat("---\na: 1\n", most/9), "items": "a:\n" + strings.Repeat("- 1\n", most/4-2),
		"names": names(most), "too long": strings.Repeat("a", plan.MaxBytes+1), "zero": "a: \x00", "not text": "a: \xff\xfe",
		"tabs": "a:\n\t- b\n", "literal": "a: |\n" + strings.Repeat("  x\n", most/4-4), "percent": strings.Repeat("%YAML 1.2\n", most/10),
		"spaces": strings.Repeat(" ", most-1), "carriage": strings.Repeat("a: b\r", most/6),
	}
}

func names(most int) string {
	var b strings.Builder
	for i := 0; b.Len() < most-20; i++ {
		fmt.Fprintf(&b, "n%d: %d\n", i, i)
	}
	return b.String()
}

// TestHostileTextsAreToldOrRead: none breaks the program, none takes long, and
// what is refused is refused in a sentence.
func TestHostileTextsAreToldOrRead(t *testing.T) {
	t.Parallel()
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			_, err := plan.ReadYAML(text)
			var f *plan.Fault
			if err != nil && (!errors.As(err, &f) || f.What == "" || f.Fix == "" || len(err.Error()) > 400) {
				t.Errorf("%.500v", err)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
	}
}
