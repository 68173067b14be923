// Package jsonscan goes through JSON value by value, so that a large document
// need not be held twice. It must not know what a document says.
package jsonscan
