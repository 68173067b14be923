package activity

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// StreamName is how a stream without a channel of ours is called: what wrote
// it gave it name and unit.
func StreamName(name, units string) string {
	name, units = textclean.Line(name, textclean.NameRunes), textclean.Line(units, textclean.NameRunes)
	if name != "" && units != "" {
		name += " (" + units + ")"
	}
	return name
}

// OwnStreamName is how a stream is called that the athlete defined.
func OwnStreamName(code string, s training.OwnStream) string {
	return StreamName(cmp.Or(s.Name, code), "")
}

// ownStreams names the streams that the athlete defined at services.
func (d *Detail) ownStreams(ctx context.Context, sub *subject) error {
	all, err := serviced.OwnStreams(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	if err != nil {
		return err
	}
	for _, own := range all {
		for _, code := range slices.Sorted(maps.Keys(own.Streams)) {
			if name := OwnStreamName(code, own.Streams[code]); !slices.Contains(d.OwnStreams, name) {
				d.OwnStreams = append(d.OwnStreams, name)
			}
		}
	}
	return nil
}
