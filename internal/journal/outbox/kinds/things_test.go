package kinds_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/journal/outbox/kinds"
	"lapkeep/internal/platform/phrase"
	rows "lapkeep/internal/store/outbox"
)

// TestWhoSeesAThingIsAskedOfIt: what cannot be read is not sent unasked, and
// nobody sees what is deleted.
func TestWhoSeesAThingIsAskedOfIt(t *testing.T) {
	t.Parallel()
	type shared struct {
		With string `json:"with"`
	}
	k := kinds.Things[shared]{SeenBy: func(s shared) phrase.Sentence { return phrase.Sentence(s.With) }}
	club, broken := outbox.Fields{"with": json.RawMessage(`"the club"`)}, outbox.Fields{"with": json.RawMessage(`7`)}
	for _, c := range []struct {
		k      kinds.Things[shared]
		action rows.Action
		fields outbox.Fields
		want   string
	}{
		{k, rows.Create, club, "the club"},
		{k, rows.Update, club, "the club"},
		{k, rows.Update, outbox.Fields{}, ""},
		{k, rows.Update, broken, "nobody knows whom"},
		{k, rows.Delete, club, ""},
		{kinds.Things[shared]{}, rows.Update, club, ""},
	} {
		if got := c.k.Others(c.action, c.fields, nil); got.String() != c.want {
			t.Errorf("%v of %s: %q, want %q", c.action, c.fields["with"], got, c.want)
		}
	}
}
