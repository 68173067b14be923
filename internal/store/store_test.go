package store_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.Open(t) })
}
