package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Athletes are the athletes that a table answers about, where they are several.
type Athletes interface {
	// Turn is a call like c about the athlete of an id or a name; empty is the
	// one of c.
	Turn(ctx context.Context, c *Call, athlete string) (*Call, error)
}

// athleteKey is the argument that names an athlete, and the member of an
// answer that says whose it is.
const athleteKey = "athlete"

// WithAthletes is the table about several athletes: each tool takes athlete, and
// each answer says whose it is.
func (t *Table) WithAthletes(all Athletes) *Table {
	c := *t
	c.athletes = all
	return &c
}

// Several says whether the table answers about several athletes.
func (t *Table) Several() bool { return t.athletes != nil }

// turn parts the athlete from the arguments and turns the call to them.
func (t *Table) turn(ctx context.Context, r Row, c *Call, raw json.RawMessage) (*Call, json.RawMessage, error) {
	name, rest, err := takeAthlete(r, raw)
	if err != nil {
		return nil, nil, err
	}
	c, err = t.athletes.Turn(ctx, c, name)
	return c, rest, err
}

// takeAthlete leaves what is no object to whoever reads the arguments.
func takeAthlete(r Row, raw json.RawMessage) (name string, rest json.RawMessage, err error) {
	if !bytes.Contains(raw, []byte("thlete")) && !bytes.Contains(raw, []byte(`\u`)) {
		return "", raw, nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return "", raw, nil
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if as := snake(key); as != athleteKey && as != "athlete_id" {
			continue
		}
		var text string
		if json.Unmarshal(given[key], &text) != nil {
			return "", nil, training.Errorf(training.KindInvalid, "%s cannot be %s.", Clip(key), Clip(string(given[key]))).
				WithFix("Give the id or the name of one athlete; get_status lists them.")
		}
		if name != "" && text != "" && name != text {
			return "", nil, training.Errorf(training.KindInvalid, "%s is given twice in %s.", athleteKey, r.Name).WithFix("Give one athlete.")
		}
		if text != "" {
			name = text
		}
		delete(given, key)
	}
	rest, err = json.Marshal(given)
	return name, rest, err
}

// forAthlete has a question that a person is asked say whom it is about.
func forAthlete(err error, id training.AthleteID) error {
	if n, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		n.Preview.Summary = i18n.Sentencef("For the athlete %s: %s", string(id), n.Preview.Summary)
	}
	return err
}

// namedListing is a row's listing with the athlete in it.
func namedListing(r Row) Listing {
	in := r.contract.listed()
	in.Properties[athleteKey] = &jsonschema.Schema{Type: "string", Description: "id or name"}
	in.PropertyOrder = append(in.PropertyOrder, athleteKey)
	return r.listing(in, r.contract.published(in))
}
