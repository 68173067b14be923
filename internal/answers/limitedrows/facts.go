package limitedrows

import (
	"cmp"
	"context"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Shown holds the data from a service that Lapkeep does not store.
type Shown struct {
	Source     string           `json:"source"`
	Facts      []activity.Facts `json:"facts"`
	NextCursor string           `json:"next_cursor,omitempty"`
	Truncated  bool             `json:"truncated,omitempty"`
	Words      []i18n.Sentence  `json:"words"`
}

// factRows is the maximum number of rows on a page, and factBytes their maximum size in bytes.
const (
	factRows  = 30
	factBytes = 20_000
)

// Names reports whether a text is the name of a service with limited rows, alone or
// followed by the id of one of its objects.
func (d Remote) Names(text string) (there string, ok bool) {
	_, there, ok = d.cut(text)
	return there, ok
}

// Facts asks a service, given by its name or by one of its ids, and returns its current
// answers. If there are several questions, it lists those without an answer.
func (d Remote) Facts(ctx context.Context, s training.Scope, name string, questions ...source.FactsQuery) (*Shown, error) {
	of, service, err := d.open(ctx, s, name)
	if err != nil {
		return nil, err
	}
	reader, ok := service.(source.FactsReader)
	if !ok {
		return nil, training.Errorf(training.KindUnsupported, "%s does not provide %s.", of.Title, string(questions[0].Kind))
	}
	who, err := d.Store.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	out := &Shown{Source: of.Title, Facts: []activity.Facts{}, Words: []i18n.Sentence{}}
	asking, cancel := within(ctx)
	defer cancel()
	for _, q := range questions {
		q.Limit = cmp.Or(q.Limit, factRows)
		page, err := reader.Facts(asking, q)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && len(questions) == 1:
			return nil, err
		case err != nil:
			out.Words = append(out.Words, i18n.Sentencef("%s does not provide %s: %s", of.Title, i18n.Word(q.Kind), reason(err)))
			continue
		}
		for _, row := range page.Rows {
			fact := shareable(row, q.Kind, s, who.Sharing)
			if len(questions) > 1 {
				fact["about"] = string(q.Kind)
			}
			out.Facts = append(out.Facts, fact)
		}
		out.NextCursor = page.Next
	}
	for len(out.Facts) > 1 && activity.Longer(out.Facts, factBytes) {
		out.Facts, out.Truncated = out.Facts[:len(out.Facts)*3/4], true
	}
	out.Words = append(out.Words, i18n.Sentencef("This is what %s returns now. None of it is kept or counted here.", of.Title))
	if of.Attribution != "" {
		out.Words = append(out.Words, of.Attribution)
	}
	return out, nil
}

// RouteFile returns a service's route as a file. The file reveals the location
// of the route, so assistants cannot get it.
func (d Remote) RouteFile(ctx context.Context, s training.Scope, id, form string) (source.File, error) {
	of, service, err := d.open(ctx, s, id)
	if err != nil {
		return source.File{}, err
	}
	_, there, _ := d.cut(id)
	filer, ok := service.(source.FactsReader)
	switch {
	case !ok:
		return source.File{}, training.Errorf(training.KindUnsupported, "%s does not provide routes.", of.Title)
	case s.Audience == training.AudienceModel:
		return source.File{}, training.Errorf(training.KindForbidden,
			"A route file contains positions, and positions from %s are not shown to assistants.", of.Title).
			WithFix("The athlete can run: lapkeep call export_route '{\"id\":\"%s\"}'.", id)
	}
	asking, cancel := within(ctx)
	defer cancel()
	return filer.RouteFile(asking, there, form)
}

// open returns the service whose name or id the text contains, if the scope may see its data.
func (d Remote) open(ctx context.Context, s training.Scope, text string) (of Service, service source.Service, err error) {
	of, _, ok := d.cut(text)
	if !ok {
		name, _, _ := strings.Cut(text, ":")
		var names []string
		for _, x := range d.Services {
			names = append(names, string(x.Name))
		}
		return of, nil, training.Errorf(training.KindNotFound, "There is no service %q whose data is shown "+
			"separately.", textclean.Line(name, wordRunes)).
			WithFix("Use one of: %s.", strings.Join(names, ", "))
	}
	keeper, err := d.keeper(s, of)
	if err == nil && keeper == nil {
		err = training.Errorf(training.KindNotFound, "%s is not connected.", of.Title).WithFix("Run `%s` at a terminal.", "lapkeep connect "+string(of.Name))
	}
	if err != nil {
		return of, nil, err
	}
	return of, keeper.Source, d.opens(ctx, s, of)
}

const wordRunes, nameRunes = 40, 80

// shareable returns the part of a row that the audience may see. Assistants get no
// locations from services with limited rows, and no names of other people in lists.
func shareable(row map[string]any, kind source.FactKind, s training.Scope, sharing training.Sharing) activity.Facts {
	out := activity.Facts{}
	for name, v := range row {
		if s.Audience == training.AudienceModel && withheld(name, kind, sharing) {
			continue
		}
		switch x := v.(type) {
		case string:
			if name == "description" {
				v = textclean.Text(x, textclean.TextRunes)
			} else {
				v = textclean.Line(x, textclean.NameRunes)
			}
		case float64:
			decimals := 2
			if strings.HasSuffix(name, "_deg") {
				decimals = 5
			}
			v = answers.Round(x, decimals)
		}
		out[name] = v
	}
	return out
}

func withheld(name string, kind source.FactKind, sharing training.Sharing) bool {
	switch name {
	case "latitude_deg", "longitude_deg":
		return true
	case "city", "state", "country":
		return !sharing.Position
	case "weight_kg":
		return !sharing.Weight
	case "description":
		return !sharing.Notes
	case "first_name", "last_name":
		return kind == source.FactsKudos
	}
	return false
}

// StarOf reports whether a service's segment is starred. It is used before the star is changed.
func (d Remote) StarOf(ctx context.Context, s training.Scope, id string) (starred bool, name string, of Service, err error) {
	of, service, err := d.open(ctx, s, id)
	if err != nil {
		return false, "", of, err
	}
	starrer, ok := service.(source.SegmentStarrer)
	if !ok {
		return false, "", of, training.Errorf(training.KindUnsupported, "%s does not allow programs to star a segment.", of.Title)
	}
	_, there, _ := d.cut(id)
	asking, cancel := within(ctx)
	defer cancel()
	starred, name, err = starrer.Starred(asking, there)
	return starred, textclean.Line(name, nameRunes), of, err
}
