package efforts

// PlannedVersion is the version of the rules of [Resolve] and [Match].
const PlannedVersion = 2
