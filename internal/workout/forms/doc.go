// Package forms lists the forms that workouts are read from and written in,
// by name and by what their files are called.
package forms
