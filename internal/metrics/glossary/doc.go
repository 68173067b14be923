// Package glossary describes every metric: formula, inputs, unit, source,
// limits, differences of other tools, and proof. The texts are in entries.md,
// the rules in rules.go. Both make docs/metrics.md.
package glossary
