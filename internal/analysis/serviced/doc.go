// Package serviced is what services compute of the athlete's training, and
// what they only say that there is: shown beside our own answers, under the
// service's name, and never mixed with them.
package serviced
