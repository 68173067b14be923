// Package goldencheetah reads the folder that GoldenCheetah keeps of an
// athlete: a JSON file an activity, with what the athlete wrote about it and
// every sample. It must not know how the folder is packed nor how anything is
// stored.
package goldencheetah
