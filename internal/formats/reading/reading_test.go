package reading_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/reading"
)

func TestDefaultsFillOnlyWhatIsMissing(t *testing.T) {
	t.Parallel()
	l := reading.Limits{MaxBytes: 5, Timeout: time.Second}.WithDefaults()
	if l.MaxBytes != 5 || l.Timeout != time.Second || l.MaxRatio <= 0 || l.MaxDepth <= 0 || l.MaxNesting <= 0 || l.MaxRecords <= 0 {
		t.Errorf("%+v", l)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"  Morning ride ": "Morning ride", "a\x00b\x1b[31m": "ab[31m", "two\nlines": "two\nlines", "\xff\xfe": "", "": "",
	} {
		if got := reading.Text(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	if n := utf8.RuneCountInString(reading.Text(strings.Repeat("é", 10_000))); n != 2000 {
		t.Errorf("%d letters are left", n)
	}
}

func TestAppendNew(t *testing.T) {
	t.Parallel()
	got := reading.AppendNew([]string{"a"}, []string{"b", "a", "b"})
	if diff := cmp.Diff([]string{"a", "b"}, got); diff != "" {
		t.Error(diff)
	}
}
