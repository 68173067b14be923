package wellness

import (
	"context"
	"encoding/json"
	"strings"

	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// defined are the fields that the athlete defined, by their codes in small
// letters.
type defined map[string]definedField

type definedField struct {
	field  training.WellnessField
	number bool
}

// definedFields are those of the athlete's custom items.
func definedFields(ctx context.Context, d Deps, c *tools.Call) (defined, error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.CustomItems, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := defined{}
	for _, doc := range docs {
		it, err := document.Show[training.CustomItem](doc)
		if err != nil {
			return nil, err
		}
		var content struct{ Code, Type string }
		if !strings.EqualFold(it.Type, "input_field") || json.Unmarshal(it.Content, &content) != nil || content.Code == "" {
			continue
		}
		out[strings.ToLower(content.Code)] = definedField{training.CustomWellness(content.Code), content.Type == "" || content.Type == "numeric"}
	}
	return out, nil
}

// find reads the name of a field, also of one that the athlete defined.
func (d defined) find(name string) (training.WellnessField, error) {
	f, err := field(name)
	if err == nil {
		return f, nil
	}
	code := strings.ToLower(strings.TrimSpace(name))
	if own, ok := d[strings.TrimPrefix(code, string(training.CustomWellness("")))]; ok {
		return own.field, nil
	}
	return "", err
}

// words reports whether a field holds text.
func (d defined) words(f training.WellnessField) bool {
	for _, own := range d {
		if own.field == f {
			return !own.number
		}
	}
	return false
}
