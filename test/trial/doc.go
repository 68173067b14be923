// Package trial asks what athletes ask, in five languages, of the demo
// athlete over the protocol, as a client without documentation would, and
// holds each answer against a computation that shares no code with the
// product. docs/trial.md shows the outcome.
//
// The facts follow from the demo's recordings as they were made, by sums,
// brute force and the definitions of docs/metrics.md; what rests on load, from
// the load that is told of each activity. The questions and their facts are in
// questions.yaml; the tools that a client may call first stand beside them.
package trial
