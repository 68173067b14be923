// Package glossary describes every metric: its formula, inputs, unit, source
// and limits, how other tools differ, and the proof. The texts are in
// entries.md and the rules in rules.go. docs/metrics.md is made from both.
package glossary
