package source_test

import (
	"testing"

	"lapkeep/internal/services/source"
)

func TestAccountsAreMasked(t *testing.T) {
	t.Parallel()
	for user, want := range map[string]string{
		"ann@example.com": "a…@e….com", "13800000000": "138****0000", "+8613800000000": "+86****0000", "1234567": "123****7",
		"li_na": "l…", "李娜": "李…", "@": "…@…", "a@localhost": "a…@l…", "": "",
	} {
		if got := source.Masked(user); got != want {
			t.Errorf("%q is shown as %q, not %q", user, got, want)
		}
	}
	for name, want := range map[string]string{"Ann": "Ann", "ann@example.com": "a…@e….com", "13800000000": "138****0000", "2026": "2026"} {
		if got := source.MaskedIn(name); got != want {
			t.Errorf("%q is shown as %q, not %q", name, got, want)
		}
	}
}
