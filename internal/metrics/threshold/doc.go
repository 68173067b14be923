// Package threshold estimates thresholds from best efforts. An estimate
// carries its evidence, a confidence by stated rules, and the advice to
// confirm it; nothing here is ever written to settings.
package threshold
