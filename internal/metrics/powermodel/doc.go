// Package powermodel fits models of power over time to best efforts: critical
// power with two and three parameters, the OmniDomain model, and what one
// maximal effort says of an hour's power. Fits come with their residuals and,
// where the method has them, standard errors. Whether the efforts were
// maximal, no fit can know. The package knows no activities.
package powermodel
