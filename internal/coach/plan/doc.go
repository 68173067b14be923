// Package plan holds training plans: a YAML text that people and assistants
// write, with weeks and the sessions of each. It reads the text, says what is
// wrong with it, changes single values of it, and makes a first plan. What it
// keeps of a plan is its text; all else follows from it. It writes nothing.
package plan
