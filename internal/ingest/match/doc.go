// Package match says of two recordings whether they are of one activity, and
// by what evidence. It is pure: it must not know a store's rows, nor what
// becomes of its answers.
package match
