package appletest

// head is the document type, as long as readers must bear it, and the athlete.
func (e *Export) head(d *document) {
	for _, line := range []string{
		`<?xml version="1.0" encoding="UTF-8"?>`,
		`<!DOCTYPE HealthData [`,
		`<!-- HealthKit Export Version: 14 -->`,
		`<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>`,
		`<!ATTLIST HealthData locale CDATA #REQUIRED>`,
		`<!ELEMENT ExportDate EMPTY>`,
		`<!ATTLIST ExportDate value CDATA #REQUIRED>`,
		`<!ELEMENT Me EMPTY>`,
	} {
		d.text(line).flush()
	}
	end := ">"
	if e.o.BrokenDTD {
		end = ""
	}
	d.text(`<!ATTLIST Me HKCharacteristicTypeIdentifierDateOfBirth CDATA #REQUIRED HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse CDATA #REQUIRED` + end).flush()
	for _, line := range []string{
		`<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>`,
		`<!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED value CDATA #IMPLIED startDate CDATA #REQUIRED endDate CDATA #REQUIRED>`,
		`<!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->`,
		`]>`,
		`<HealthData locale="de_CH">`,
		` <ExportDate value="2025-01-02 04:04:05 +0100"/>`,
		` <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>`,
	} {
		d.text(line).flush()
	}
}
