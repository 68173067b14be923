package kinds

import (
	"context"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// CustomItems are the charts, fields and streams that the athlete defined.
func CustomItems(say Say, refs Refs) outbox.Kind {
	return Things[training.CustomItem]{
		Say: say, Refs: refs, Collection: document.CustomItems, Kind: training.ThingCustomItems,
		Fields: []string{"type", "name", "description", "visibility", "content"},
		ID:     func(i *training.CustomItem) *string { return &i.ID },
		Takes:  Both[source.CustomItemReader, source.CustomItemWriter],
		SeenBy: seenBy,
		List: func(ctx context.Context, s source.Service) ([]training.CustomItem, error) {
			return s.(source.CustomItemReader).CustomItems(ctx)
		},
		Save: func(ctx context.Context, s source.Service, i training.CustomItem, names []string) (training.CustomItem, error) {
			return s.(source.CustomItemWriter).SaveCustomItem(ctx, i, names...)
		},
		Remove: func(ctx context.Context, s source.Service, i training.CustomItem) error {
			return s.(source.CustomItemWriter).DeleteCustomItem(ctx, i.ID)
		},
	}
}

// seenBy says who sees an item of a visibility; one that says none is private.
func seenBy(i training.CustomItem) i18n.Sentence {
	switch v := strings.ToUpper(i.Visibility); v {
	case "", "PRIVATE":
		return ""
	case "FOLLOWERS":
		return "the athlete's followers"
	}
	return "everybody"
}
