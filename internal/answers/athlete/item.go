package athlete

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Lister reads stored items.
type Lister interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// CustomReader finds one item too.
type CustomReader interface {
	Lister
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
}

// CustomItem is an item as it is shown.
type CustomItem struct {
	ID          string   `json:"id"`
	Type        string   `json:"type"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Visibility  string   `json:"visibility"`
	Code        string   `json:"code,omitempty"` // of a field
	Sources     []string `json:"sources,omitempty"`
	Edited      bool     `json:"edited,omitempty"` // has the athlete's own words
	// Content is a JSON object as text: who made an item wrote it.
	Content string `json:"content,omitempty"`
	// Cut says that the content is too long to be shown whole.
	Cut bool `json:"content_truncated,omitempty"`
}

const (
	private = "private"
	// contentRunes is how much of a content is shown.
	contentRunes = 8000
)

// CustomStored is an item with its layers.
type CustomStored struct {
	document.Document
	training.CustomItem
}

// FindCustom reads one item.
func FindCustom(ctx context.Context, r CustomReader, s training.Scope, id string) (CustomStored, error) {
	d, err := r.Document(ctx, s, document.CustomItems, id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return CustomStored{}, training.Errorf(training.KindNotFound, "There is no custom item %q.", textclean.Line(id, textclean.NameRunes)).
			WithFix("list_custom_items shows what there is.")
	}
	if err != nil {
		return CustomStored{}, err
	}
	return customRead(d)
}

// AllCustom reads every item, by type and name.
func AllCustom(ctx context.Context, r Lister, s training.Scope) ([]CustomStored, error) {
	docs, err := r.Documents(ctx, s, document.CustomItems, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]CustomStored, 0, len(docs))
	for _, d := range docs {
		it, err := customRead(d)
		if err != nil {
			return nil, err
		}
		out = append(out, it)
	}
	slices.SortStableFunc(out, func(a, b CustomStored) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) })
	return out, nil
}

func customRead(d document.Document) (CustomStored, error) {
	it, err := document.Show[training.CustomItem](d)
	it.ID = d.ID
	return CustomStored{d, it}, err
}

// View is the item as it is shown, without its content.
func (it *CustomStored) View() CustomItem {
	v := CustomItem{
		ID: it.CustomItem.ID, Type: word(strings.ToLower(it.Type)), Name: textclean.Line(it.Name, textclean.NameRunes),
		Description: textclean.Text(it.Description, textclean.TextRunes), Visibility: word(strings.ToLower(it.Visibility)),
		Code: word(it.FieldCode()), Edited: len(it.Own) > 0,
	}
	if v.Visibility == "" {
		v.Visibility = private
	}
	for _, s := range it.Said {
		v.Sources = append(v.Sources, s.Source)
	}
	return v
}

// word is a word of a service's own; what is none is not shown.
func word(text string) string {
	odd := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	if len(text) > maxWord || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

const maxWord = 64

// Whole is the item as it is shown, with its content.
func (it *CustomStored) Whole() CustomItem {
	v := it.View()
	text := plain(it.Content)
	v.Content = textclean.Text(text, contentRunes)
	v.Cut = len([]rune(text)) > contentRunes
	return v
}

// FieldCode is the code by which the values of a field go, "" if it has none.
func (it *CustomStored) FieldCode() string {
	var content struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(it.Content, &content) != nil {
		return ""
	}
	return content.Code
}

// plain writes JSON without escapes, so that what hides behind one is cleaned
// like everything else. What is no JSON object is nothing.
func plain(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil || len(v) == 0 {
		return ""
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return ""
	}
	return strings.TrimSpace(out.String())
}
