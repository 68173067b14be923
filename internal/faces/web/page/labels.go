package page

// daysLabels are what the numbers of a day's wellness are called.
func (p *Page) daysLabels() map[string]string {
	return map[string]string{
		"abdomen_cm": p.Say("Waist"), "active_energy_kcal": p.Say("Energy of movement"), "total_energy_kcal": p.Say("Energy of the day"),
		"energy_consumed_kcal": p.Say("Energy eaten"), "carbohydrates_g": p.Say("Carbohydrate of the day"), "protein_g": p.Say("Protein"),
		"fat_g": p.Say("Fat"), "hydration_l": p.Say("Drunk, l"), "hydration": p.Say("Hydration"),
		"baevsky_stress_index": p.Say("Stress index (Baevsky)"), "device_stress": p.Say("Stress by the device"),
		"blood_glucose_mmol_l": p.Say("Blood glucose, mmol/l"), "lactate_mmol_l": p.Say("Lactate, mmol/l"),
		"systolic_mmhg": p.Say("Systolic blood pressure, mmHg"), "diastolic_mmhg": p.Say("Diastolic blood pressure, mmHg"),
		"body_energy_high": p.Say("Body energy, highest"), "body_energy_low": p.Say("Body energy, lowest"), "body_fat_pct": p.Say("Body fat"),
		"hrv_sdnn_ms": p.Say("HRV (SDNN)"), "injury": p.Say("Injury"), "motivation": p.Say("Motivation"), "readiness": p.Say("Readiness"),
		"respiration_per_min": p.Say("Respiration"), "sleep_in_bed_s": p.Say("Time in bed"), "sleep_quality": p.Say("Quality of sleep"),
		"sleep_score": p.Say("Sleep score"), "sleeping_hr_bpm": p.Say("Heart rate asleep"), "spo2_pct": p.Say("Blood oxygen"),
		"vo2max_ml_kg_min": p.Say("VO2max, ml/kg/min"), "vo2max_cycling_ml_kg_min": p.Say("VO2max on the bike, ml/kg/min"),
		"vo2max_running_ml_kg_min": p.Say("VO2max on foot, ml/kg/min"), "sleep_start": p.Say("Asleep from"), "sleep_end": p.Say("Asleep until"),
		"menstrual_phase": p.Say("Phase of the cycle"), "menstrual_phase_predicted": p.Say("Phase of the cycle, predicted"),
		"comments": p.Say("Comment"), "hrv_mean_7d_ms": p.Say("HRV, 7 days"), "hrv_usual_from_ms": p.Say("HRV, usual from"),
		"hrv_usual_to_ms": p.Say("HRV, usual to"), "resting_hr_mean_7d_bpm": p.Say("Resting heart rate, 7 days"),
		"resting_hr_usual_from_bpm": p.Say("Resting heart rate, usual from"), "resting_hr_usual_to_bpm": p.Say("Resting heart rate, usual to"),
		"tss_per_day": p.Say("Load a day"), "change_28d_kg": p.Say("Change in 28 days"), "pain": p.Say("Pain"),
	}
}

// shapeLabels are those of numbers that the glossary has under another name, or
// under one that is longer than a heading.
func (p *Page) shapeLabels() map[string]string {
	return map[string]string{
		"swolf": p.Say("SWOLF"), "core_temp_c": p.Say("Core temperature"),
		"ground_contact_ms": p.Glossed("Ground contact time"), "ground_contact_balance_pct": p.Glossed("Ground contact balance"),
		"step_length_mm": p.Glossed("Step length"), "vertical_oscillation_mm": p.Glossed("Vertical oscillation"),
		"vertical_ratio_pct": p.Glossed("Vertical ratio"), "beats": p.Say("Beats"), "noisy_windows": p.Say("Windows with noise"),
		"interval": p.Say("Interval"), "extra_intervals": p.Say("Intervals beyond the plan"), "total": p.Say("In all"),
		"birth_year": p.Say("Year of birth"), "height_cm": p.Say("Height"), "value": p.Say("Value"),
	}
}
