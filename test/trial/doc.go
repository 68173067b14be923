// Package trial asks typical questions about the demo athlete in five languages
// over the protocol, like a client without documentation, and compares each
// answer with a computation that shares no code with the product. docs/trial.md
// shows the outcome.
//
// The facts are computed from the demo's generated recordings, by sums, brute
// force and the definitions of docs/metrics.md. Facts about load use the
// reported load of each activity. questions.yaml has the questions, their
// facts, and the tools that a client may call first.
package trial
