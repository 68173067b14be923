// Package curve finds the best of a recording: the highest mean for every
// duration and the shortest time for every distance.
//
// It must not know of more than one recording.
//
// # PowerModel
//
// It fits models of power over time to best efforts: critical
// power with two and three parameters, the OmniDomain model, and the power of an
// hour that one maximal effort implies. Fits come with their residuals and,
// where the method has them, standard errors. No fit can know
// whether the efforts were maximal. The package knows no activities.
//
// # Predict
//
// It predicts the time of a race from efforts: models from one
// effort and from several, each with the range it was made for. It knows no athlete, no course and no weather.
//
// # Threshold
//
// It estimates thresholds from best efforts. An estimate
// carries its evidence, a confidence by stated rules, and the advice to
// confirm it; the package never writes settings.
//
// # WBal
//
// It computes W′bal, the work left above critical power, second by
// second, in the three published forms, and the work done above a threshold.
// Power is one value a second of elapsed time, so that a pause recovers; a
// second without power counts as 0 W. The package finds no critical power.
package curve
