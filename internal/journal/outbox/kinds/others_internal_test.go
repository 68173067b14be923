package kinds

import (
	"encoding/json"
	"slices"
	"testing"

	"lapkeep/internal/journal/outbox"
	rows "lapkeep/internal/store/outbox"
)

// TestWhoSeesAThingIsAskedOfIt: what cannot be read is not sent unasked, and
// nobody sees what is deleted.
func TestWhoSeesAThingIsAskedOfIt(t *testing.T) {
	t.Parallel()
	type shared struct {
		With string `json:"with"`
	}
	k := things[shared]{others: func(s shared) string { return s.With }}
	club, broken := outbox.Fields{"with": json.RawMessage(`"the club"`)}, outbox.Fields{"with": json.RawMessage(`7`)}
	for _, c := range []struct {
		k      things[shared]
		action rows.Action
		fields outbox.Fields
		want   string
	}{
		{k, rows.Create, club, "the club"},
		{k, rows.Update, club, "the club"},
		{k, rows.Update, outbox.Fields{}, ""},
		{k, rows.Update, broken, "nobody knows whom"},
		{k, rows.Delete, club, ""},
		{things[shared]{}, rows.Update, club, ""},
	} {
		if got := c.k.Others(c.action, c.fields, nil); got != c.want {
			t.Errorf("%v of %s: %q, want %q", c.action, c.fields["with"], got, c.want)
		}
	}
}

// TestBoundsThatRise: zones that do not are not sent.
func TestBoundsThatRise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bounds []float64
		ok     bool
	}{{[]float64{100, 150, 200}, true}, {[]float64{1}, true}, {[]float64{0, 1}, false}, {[]float64{100, 100}, false}, {[]float64{100, 150, 120}, false}, {[]float64{100, -1}, false}} {
		if got := rising(c.bounds); (got != nil) != c.ok || c.ok && !slices.Equal(got, c.bounds) {
			t.Errorf("%v: %v", c.bounds, got)
		}
	}
}
