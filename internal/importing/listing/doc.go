// Package listing gives the readers of services' exports the content of a
// folder or an archive, and takes what they make of it: items to import. It
// must not know any service, nor how an archive is packed.
//
// # How a service's export is added
//
// A package of its own under internal/importing/archive implements [Form]. Top tells
// by an entry's name (and, if need be, by the beginning of its content)
// where an export lies; Emit reads its tables, which are those parts of the
// [Export] that it asks for by name, and yields items in the words of package
// training: what is said of an activity together with its file
// ([Entry.Item]), activities that nothing recorded, the account. Everything
// that it did not ask for goes back to the walk, which looks into archives
// among it and yields the rest as plain files; [Export.Leave] gives the parts
// that need not be opened a reason, and [Export.About] has each file below,
// also of archives within archives, pass by the export's reader, for
// what is known by a file's name or, by [Item.SaidOf], once it is read.
// [Export.Sift] leaves files by what they begin with, and what [Export.Last]
// yields comes after all files. [Rows] reads tables of CSV, [Export.Part] looks at
// a part that goes back, [Export.Days] yields days. One line in internal/importing/archive's forms makes the
// walk know it.
//
// What an item can say is stored by package internal/importing, whose
// comment tells how to add to it. Messages, contacts and logins are never
// asked for.
package listing
