// Package goals answers how far the athlete's goals are reached, and what each
// remaining day needs. It does not say whether a goal is wise.
package goals
