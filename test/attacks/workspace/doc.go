// Package workspace attacks from a working folder made by somebody else: a
// clone in which a client starts the server. No attack may steal a service's
// key, extend what assistants may do, or replace the athlete's home with
// another one. doctor must report the settings that were found and ignored.
package workspace
