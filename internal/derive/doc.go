// Package derive turns recordings into primitives: what can be computed of an
// activity without any threshold. It follows the store's change log; each
// rule has a version, and a new version recomputes what the old one wrote.
// It must not know thresholds, zones, tools or faces.
package derive
