package app

import "lapkeep/internal/metrics/glossary"

// metricBook is the glossary, metric by metric.
type metricBook struct{}

// Keys are the metrics' names.
func (metricBook) Keys() []string {
	var out []string
	for _, e := range glossary.Entries() {
		out = append(out, e.Key)
	}
	return out
}

// Index lists them.
func (metricBook) Index() string { return glossary.Index() }

// Explain gives the entry of one metric.
func (metricBook) Explain(key string) (string, bool) {
	e, ok := glossary.Find(key)
	return e.Markdown(), ok
}
