// Package custom is the toolset for charts, fields, streams and zones that the
// athlete defines: what there is, what each type takes, saving and deleting.
// It knows nothing of the services that draw them.
package custom
