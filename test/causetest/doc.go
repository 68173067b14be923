// Package causetest makes recordings of the kinds that figures go wrong on, as
// files, each with the truth that it was made from: two heart rates in one
// file, developer fields that change their meaning, rows far apart, jumps and
// the like.
//
// It stands on the writers of files for tests alone and knows no reader and
// no rule of the product. It is for tests only.
package causetest
