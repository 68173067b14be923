// Package glossary says of every metric what it is: formula, inputs, unit,
// source, limits, how other tools differ, and how it is proven. The same
// table makes docs/metrics.md.
package glossary
