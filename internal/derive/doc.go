// Package derive turns recordings into primitives: values of an activity that
// can be computed without any threshold. It follows the store's change log;
// each rule has a version, and a new version recomputes the values of the old
// one. It must not know thresholds, zones, tools or faces.
//
// # Primitive
//
// Primitives are stored in compact, versioned encodings of histograms, curves,
// efforts, laps and pool lengths. Decoding never panics, even if the store is
// damaged, and computes nothing.
//
// # Segments
//
// Efforts on the athlete's own segments follow the change log with a watermark
// of their own. A changed activity is matched with every segment, and a changed
// segment with every activity whose sketch may pass over it. This part must not
// know tools, faces or services.
package derive
