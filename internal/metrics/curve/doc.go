// Package curve finds the bests of a recording: the highest mean for every duration and the
// shortest time for every distance. The functions of this part use only one recording.
//
// # PowerModel
//
// These functions fit models of power over time to best efforts: critical power with two and
// three parameters, the OmniDomain model, and the hour power that one maximal effort implies.
// Fits have residuals and, where the method gives them, standard errors. No fit can show
// whether the efforts were maximal. The models do not depend on how activities are stored.
//
// # Predict
//
// These functions predict the time of a race from efforts, with models for one effort and for
// several, each within the range for which it was made. They do not take the athlete, the
// course or the weather into account.
//
// # Threshold
//
// [FTP], [LTHR] and [Pace] estimate thresholds from best efforts. An estimate comes with its
// evidence, a confidence that follows documented rules, and advice on how to confirm it. The
// package never writes settings.
//
// # WBal
//
// [WBalModel.Series] computes W′bal, the work left above critical power, for each second in
// the three published forms, and [WorkAbove] the work done above a threshold. Power has one
// value per second of elapsed time, so W′bal recovers during a pause; a second without power
// counts as 0 W. Critical power is an input.
package curve
