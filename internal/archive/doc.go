// Package archive finds recordings: it walks files, folders and zip archives
// in a stable order and hands out their bytes one at a time, within limits.
// It knows names, sizes and what the beginning of a file tells, and nothing of
// what is inside a recording. The exports of services are read by packages
// of their own below it; package listing is what they see of a walk, and
// tells how to add one.
package archive
