// Package limitedrows reads rows of services whose terms allow keeping them for
// some days only. It answers the questions of [store.Reader] from them, so that
// they are shown by the code that shows all activities: only if they are asked
// for, each as the service has it, and not combined with other data. No value
// is computed from them except, on request, the training impulse of each, and
// no other answer contains any. An activity that the athlete also has from a
// file is shown from the file.
//
// The package knows no service by name. The store of the rows decides who may
// see what.
package limitedrows
