// Package archive finds recordings: it walks files, folders and plain zip
// archives in a stable order and hands out their bytes one at a time, within
// limits. It knows names and sizes, and nothing of what is inside a recording.
package archive
