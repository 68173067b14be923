// Package glossary describes every metric: formula, inputs, unit, source,
// limits, differences of other tools, and proof. The same table makes
// docs/metrics.md.
package glossary
