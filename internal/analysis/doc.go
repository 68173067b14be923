// Package analysis is the read side: its sub-packages answer one question
// with one function and one view each, from stored primitives and the
// athlete's dated thresholds. Here stands what they share: the
// frame a question is asked in, how numbers are rounded for an answer and how
// it names what is missing.
//
// Nothing here writes, reads a clock or knows of a tool, a protocol or a page.
package analysis
