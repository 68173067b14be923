package i18n_test

import (
	"errors"
	"testing"

	"lapkeep/internal/i18n"
)

func TestMessageSentences(t *testing.T) {
	t.Parallel()
	p := i18n.NewPrinter(map[string]string{
		"%d of %s: %w": "%[2]s 的 %[1]d 个：%[3]w", "Stopped.": "已停止。",
	})
	cause := errors.New("cut off")
	for _, c := range []struct {
		p    i18n.Printer
		want string
	}{{p, "Garmin 的 12345 个：cut off"}, {i18n.Printer{}, "12345 of Garmin: cut off"}} {
		if got := c.p.Sprintf("%d of %s: %w", 12345, "Garmin", cause); got != c.want {
			t.Errorf("%q, want %q: no digit may change", got, c.want)
		}
	}
	if p.Text("Stopped.") != "已停止。" || p.Text("Not known: 5 %") != "Not known: 5 %" {
		t.Error("a sentence that is not known stays as it is written")
	}
}
