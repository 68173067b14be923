// Package limitedrows reads rows of services whose terms allow keeping them only
// for some days. It implements [store.Reader] on them, so that the same code
// shows them as all other activities: only on request, each as its service has
// it, and not combined with other data. No value is computed from them except,
// on request, the training impulse of each, and no other answer contains any. An
// activity that the athlete also has from a file is shown from the file.
//
// The package knows no service by name. The store of the rows decides who may see them.
package limitedrows
