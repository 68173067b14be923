// Package limitedrows reads rows of services whose terms allow keeping them only for some days. It
// implements [store.Reader] for these rows, so that the code for all other activities can show
// them. Rows are shown only on request, with the service's own values. They are never combined with
// other data, and no other answer contains them. The only value computed from a row is its training
// impulse, on request. An activity that the athlete also has from a file is shown from the file.
//
// The package contains no service's name. The store of the rows decides who may see them.
package limitedrows
