// Package listing turns what someone asks of the list of activities into SQL:
// conditions, order, cursors and the normal form of searched text. It runs no
// query.
package listing
