package kinds_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// TestWhoSeesAThingIsAskedOfIt: what cannot be read is not sent unasked, and
// nobody sees what is deleted.
func TestWhoSeesAThingIsAskedOfIt(t *testing.T) {
	t.Parallel()
	type shared struct {
		With string `json:"with"`
	}
	k := kinds.Things[shared]{SeenBy: func(s shared) i18n.Sentence { return i18n.Sentence(s.With) }}
	club, broken := outbox.Fields{"with": json.RawMessage(`"the club"`)}, outbox.Fields{"with": json.RawMessage(`7`)}
	for _, c := range []struct {
		k      kinds.Things[shared]
		action ledger.Action
		fields outbox.Fields
		want   string
	}{
		{k, ledger.Create, club, "the club"},
		{k, ledger.Update, club, "the club"},
		{k, ledger.Update, outbox.Fields{}, ""},
		{k, ledger.Update, broken, "nobody knows whom"},
		{k, ledger.OutboxDelete, club, ""},
		{kinds.Things[shared]{}, ledger.Update, club, ""},
	} {
		if got := c.k.Others(c.action, c.fields, nil); got.String() != c.want {
			t.Errorf("%v of %s: %q, want %q", c.action, c.fields["with"], got, c.want)
		}
	}
}
