// Package zoned keeps, for each activity of a month that was asked about, its
// time in the zones that hold on its day. Zones that did not change are not
// counted again, so a question about some days costs what changed since the
// last one.
//
// It does not know whose zones they are or where they come from.
package zoned
