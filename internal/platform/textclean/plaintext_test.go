package textclean_test

import (
	"testing"

	"lapkeep/internal/platform/textclean"
)

func TestTablesThatWereSavedAgain(t *testing.T) {
	t.Parallel()
	const want = "id,é"
	for name, data := range map[string]string{
		"UTF-8": want, "with a mark": "\ufeff" + want, "Windows": "id,\xe9",
		"UTF-16, little end first": "\xff\xfei\x00d\x00,\x00\xe9\x00", "UTF-16, big end first": "\xfe\xff\x00i\x00d\x00,\x00\xe9",
	} {
		if got, ok := textclean.UTF8([]byte(data)); !ok || string(got) != want {
			t.Errorf("%s: %q %v", name, got, ok)
		}
	}
	for name, data := range map[string]string{
		"a picture": "\x89PNG\x00\x1a", "half of UTF-16": "\xff\xfe\x00",
		"a byte without a letter": "id,\x81",
	} {
		if got, ok := textclean.UTF8([]byte(data)); ok {
			t.Errorf("%s is text: %q", name, got)
		}
	}
}
