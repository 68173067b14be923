// Package recordedtest emulates the recorded activities of Intervals.icu:
// lists, changes, streams, intervals, curves, files, comments.
package recordedtest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
