// Package derive turns recordings into primitives: values of an activity that
// can be computed without any threshold. It follows the store's change log;
// each rule has a version, and a new version recomputes what the old one wrote.
// It must not know thresholds, zones, tools or faces.
//
// # Primitive
//
// It is the stored form of the values that derive computes: compact, versioned
// encodings of histograms, curves, efforts, laps and pool lengths. It decodes
// what a damaged store may hold without panicking, and computes nothing.
//
// # Segments
//
// It finds the efforts on the athlete's own segments: it follows
// the change log with a watermark of its own, and matches an activity that
// changed with every segment, and a segment that changed with every activity
// whose sketch may hold it. It must not know tools, faces or services.
package derive
