// Package custom answers which charts, fields, streams and zones an athlete
// defined, here or at a service. It does not know what their content means.
package custom
