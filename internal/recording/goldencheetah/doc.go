// Package goldencheetah reads the files that GoldenCheetah keeps of activities: a
// JSON object with what the athlete wrote about one and every sample. It must not
// know the folder that they lie in.
package goldencheetah
