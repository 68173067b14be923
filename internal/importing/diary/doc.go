// Package diary reads days of wellness from the files that makers of devices and apps let
// people export, or that they keep on a phone or a watch. Each kind of file is recognised by its header
// and read with its own units and zone; a file whose zone or unit is unknown is refused.
//
//   - days.go combines values into days, by the rules of each field.
//   - table.go reads tables; tables.go, food.go and samsung.go describe those of each maker:
//     a table is a list of columns with their fields, units and rules.
//   - takeout.go reads Google's archive, autoexport.go files from an app that exports Apple
//     Health data, healthconnect.go Android's database, and watch.go the folders of a watch.
//
// # Rules
//
// A night belongs to the day on which the athlete wakes. If a day has several nights, the
// longest counts; naps are left out. If several devices or apps measured the same in one file,
// one of them counts for a day: of totals the largest, of other values the most frequent. They
// are never added up. A missing value is absent, and zero counts as missing, because makers
// write it for days without the device. Values that no living person has are left out and
// counted.
//
// Each kind of table is a source of statements of its own, such as "whoop/sleeps", because the
// tables of one maker may come one by one, and a statement replaces the former one of its source.
package diary
