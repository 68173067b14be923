// Package derive turns recordings into primitives: values of an activity that can be computed
// without any threshold. It follows the store's change log; each rule has a version, and values
// computed by an older version are recomputed. The package does not depend on thresholds, zones,
// tools or faces.
//
// # Primitive
//
// Primitives are stored in compact, versioned encodings of histograms, curves, efforts, laps and
// pool lengths. Decoding computes nothing and never panics, even on damaged data.
//
// # Segments
//
// The efforts on the athlete's own segments are computed by following the change log with a separate
// watermark. A changed activity is matched with every segment, and a changed segment with every
// activity whose sketch may pass over it. This part does not depend on tools, faces or services.
package derive
