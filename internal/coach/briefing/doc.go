// Package briefing is what a coach has to know before the first word: alerts,
// the memory, the training, the plan, wellness, the last session logs and the
// persona, within a budget of tokens. Reading it changes nothing.
//
// The nearer something is, the more of it is told: of the current week and the
// two before it every activity with its digest, of the weeks before a line
// each, of what is older a sum. Weeks have the number that the training plan
// gives them, here as there; a week of none has its first day. What does not
// fit is left out part by part, each keeping its share, and named.
//
// What people and other programs wrote stands in fields of its own, which
// [View.Fence] names, and is never part of a sentence of ours.
package briefing
