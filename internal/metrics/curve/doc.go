// Package curve finds the bests of a recording: the highest mean for every
// duration and the shortest time for every distance. These know only one
// recording.
//
// # PowerModel
//
// It fits models of power over time to best efforts: critical power with two
// and three parameters, the OmniDomain model, and the hour power that one
// maximal effort implies. Fits have residuals and, where the method gives them,
// standard errors. No fit can know whether the efforts were maximal. The models
// know no activities.
//
// # Predict
//
// It predicts the time of a race from efforts, with models from one effort and
// from several, each with the range for which it was made. It knows no athlete,
// no course and no weather.
//
// # Threshold
//
// It estimates thresholds from best efforts. An estimate has its evidence, a
// confidence by stated rules, and advice on how to confirm it. The package
// never writes settings.
//
// # WBal
//
// It computes W′bal, the work left above critical power, for each second in the
// three published forms, and the work done above a threshold. Power is one
// value per second of elapsed time, so that a pause recovers; a second without
// power counts as 0 W. Critical power is an input.
package curve
