package segments

import (
	"cmp"
	"context"
	"strings"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// ask asks one service. Missing says why it has no answer, where that is no
// fault of who asks.
func ask[A any](
	ctx context.Context, d Desk, s training.Scope, name source.Name, f func(context.Context, source.SegmentReader) (A, error),
) (said A, missing i18n.Sentence, err error) {
	if d.Services.Services == nil {
		return said, noService, ctx.Err()
	}
	services := d.Services.Services(s.Athlete)
	service, err := services.Service(name)
	if err != nil {
		return said, serviced.Reason(err), ctx.Err()
	}
	r, ok := service.(source.SegmentReader)
	may, err := services.MayShow(ctx, name, s.Audience)
	if err != nil {
		return said, "", err
	}
	switch {
	case !ok:
		return said, i18n.Sentencef("%s hands out no segments", services.Title(name)), nil
	case !may:
		return said, i18n.Sentencef("%s does not let this be shown here", services.Title(name)), nil
	}
	asking, cancel := context.WithTimeout(ctx, cmp.Or(d.Services.Wait, serviced.Wait))
	defer cancel()
	said, err = f(asking, r)
	if err == nil || ctx.Err() != nil {
		return said, "", ctx.Err()
	}
	switch training.KindOf(err) {
	case training.KindNotFound, training.KindInvalid:
		return said, "", err
	}
	return said, serviced.Reason(err), nil
}

// cut takes the id of a service's segment apart: "igpsport:5100".
func cut(id string) (source.Name, string, bool) {
	name, there, ok := strings.Cut(strings.TrimSpace(id), ":")
	return source.Name(strings.ToLower(name)), there, ok && name != "" && there != ""
}
