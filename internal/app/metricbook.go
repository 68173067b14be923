package app

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
)

// metricBook is the glossary, metric by metric, its titles in a language.
type metricBook struct{ language string }

// Keys are the metrics' names.
func (metricBook) Keys() []string {
	var out []string
	for _, e := range glossary.Entries() {
		out = append(out, e.Key)
	}
	return out
}

// Index lists them.
func (m metricBook) Index() string { return glossary.Index(m.title) }

func (m metricBook) title(english string) string { return i18n.In(m.language).Text(english) }

// Explain gives the entry of one metric.
func (m metricBook) Explain(key string) (string, bool) {
	e, ok := glossary.Find(key)
	e.Title = m.title(e.Title)
	return e.Markdown(), ok
}
