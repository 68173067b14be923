// Package recordedtest is what the emulated Intervals.icu does with recorded
// activities: lists, changes, streams, intervals, curves, files, comments.
package recordedtest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
