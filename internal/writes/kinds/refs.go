package kinds

import (
	"context"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// Refs knows things that others refer to by their ids on both sides.
type Refs struct{ Rows func() ledger.OutboxReader }

// There is the service's own id of a thing of a kind.
func (r Refs) There(ctx context.Context, n source.Name, kind, here string) (string, error) {
	if here == "" {
		return "", nil
	}
	all, err := r.Rows().Thing(ctx, outbox.AthleteOf(ctx), kind, here)
	if err != nil {
		return "", err
	}
	id, ok := strings.CutPrefix(here, n.Ref(""))
	for _, row := range all {
		if row.Source == string(n) && row.State == ledger.Done && row.Action == ledger.Create {
			id, ok = row.There, true
		}
	}
	if !ok {
		return "", training.Errorf(training.KindUnsupported, "What it belongs to (%s) is kept here only.",
			here).WithFix("Save that for the service first.")
	}
	return id, nil
}

// Here is the id in this store of a thing of a service.
func (r Refs) Here(ctx context.Context, n source.Name, kind, there string) (string, error) {
	if there == "" {
		return "", nil
	}
	id, ok, err := r.Rows().Here(ctx, outbox.AthleteOf(ctx), string(n), kind, there)
	if err != nil || ok {
		return id, err
	}
	return n.Ref(there), nil
}
