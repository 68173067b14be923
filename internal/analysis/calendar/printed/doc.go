// Package printed writes a calendar as a page that prints and as Markdown, in
// the words of a person. It must not know where a calendar is kept.
package printed
