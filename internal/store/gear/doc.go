// Package gear keeps the athlete's bikes, shoes and their parts: what an
// archive says of them, and over it the athlete's own words.
package gear
