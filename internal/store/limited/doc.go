// Package limited keeps rows of services whose terms let them stay for some
// days only. They lie in a database file of their own, which is there only
// while there are such rows: no backup, export or index of the store has them,
// nothing is computed of them with others, and what is deleted is overwritten.
//
// A row is gone when its time is over, whoever asks first: a read does not show
// it, and a purge wipes it. Who may see the rows of a service is asked here and
// nowhere else.
package limited
