// Package predict answers what an athlete may race: run and swim times, and
// the power of a time trial on the bike, by several models side by side with
// the efforts that they rest on. It computes no model itself and knows neither
// course nor weather.
package predict
