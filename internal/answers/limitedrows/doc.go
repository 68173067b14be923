// Package limitedrows answers from rows of services whose terms let them stay for some
// days only. They are shown where somebody asks for them, each as the service
// says it, and are put together with nothing: no value is computed of them but,
// where that is asked for, the training impulse of each, and
// no other answer has any. What the athlete also has from a file is shown from
// the file.
//
// The package knows no service by name. Who may see what is decided where the
// rows lie.
package limitedrows
