// Package byload is a page of activities in the order of their load, or within
// bounds of it. A load follows from the thresholds of its day and is stored
// nowhere, so the store can neither order nor select by it.
package byload
