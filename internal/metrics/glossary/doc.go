// Package glossary describes every metric: its formula, inputs, unit, source
// and limits, how other tools differ, and the tests that prove it. The texts are in
// entries.md and the rules in rules.go. docs/metrics.md is generated from both.
package glossary
