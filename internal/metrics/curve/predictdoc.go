package curve

// PredictVersion of the rules in this package.
const PredictVersion = 1
