// Package segments finds the efforts on the athlete's own segments: it follows
// the change log with a watermark of its own, and matches an activity that
// changed with every segment, and a segment that changed with every activity
// whose sketch may hold it. It must not know tools, faces or services.
package segments
