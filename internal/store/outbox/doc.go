// Package outbox keeps what the athlete's writes mean for services: rows that
// are written in the same transaction as the write, and what became of each.
//
// It knows no service and sends nothing; what the rows mean is the business of
// package journal/outbox. It holds no secret.
package outbox
