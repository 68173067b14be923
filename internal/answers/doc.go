// Package answers is the read side: its sub-packages answer one question with
// one function and one view each, from stored primitives and the athlete's
// dated thresholds. It holds what they share: the frame of a question, how
// numbers are rounded for an answer and how an answer names missing values.
//
// Nothing here writes, reads a clock or knows of a tool, a protocol or a page.
package answers
