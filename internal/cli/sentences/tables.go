package sentences

import "maps"

// simplified are all sentences in simplified Chinese. Each file has those of
// an area; [terms] are the words that they use.
func simplified() map[string]string {
	all := chinese()
	for _, area := range []func() map[string]string{
		ofCommands,
		ofCommandsToo,
		ofClients,
		ofReading,
		ofKeeping,
		ofSources,
		ofIGPSport,
		ofSegments,
		ofApart, ofApartWrites, ofAsking,
		ofStrava,
		ofQuestions,
		ofWorkouts, ofGoals, ofDigests, ofCoach, ofBriefing, ofBody, ofPlans, ofPlansMade, ofFollowing, ofMoving,
		ofPage, ofPageToo, ofPageBesides, ofMaps, ofPageStart, ofPageActivity, ofPageShare, ofActivity, ofPageCoach, ofPageFitness,
		ofMetrics,
		ofPageForms, ofPageSpoken,
		ofAnswers,
		ofMissing,
		ofMissingModels,
		ofEstimates,
		ofSteps,
		ofTools,
		ofToolsToo,
		ofFitness,
		ofActivities,
		ofDays,
		ofWrites,
		ofImports,
		ofHelp,
		ofTakes,
		ofLosses,
		ofStepFaults,
		ofUpkeep,
		ofRecordings,
	} {
		maps.Copy(all, area())
	}
	return all
}
