package bodymap

import "lapkeep/internal/i18n"

// part is a part of the body as one looks at it from the front or the back.
type part struct {
	id    string
	label i18n.Sentence
	view  View
	group string
	// sided parts are there on the left and on the right.
	sided bool
}

const (
	paired = true
	single = false
)

// parts lists them from head to foot, those of the front first.
func parts() []part {
	return []part{
		{"forehead", "forehead", Front, "head", single},
		{"face", "face", Front, "head", single},
		{"jaw", "jaw", Front, "head", paired},
		{"throat", "throat", Front, "head", single},
		{"breastbone", "breastbone", Front, "trunk", single},
		{"upper_belly", "upper belly", Front, "trunk", single},
		{"lower_belly", "lower belly", Front, "trunk", single},
		{"pubic_bone", "pubic bone", Front, "hip", single},
		{"collarbone", "collarbone", Front, "trunk", paired},
		{"chest", "chest", Front, "trunk", paired},
		{"ribs", "ribs", Front, "trunk", paired},
		{"flank", "flank", Front, "trunk", paired},
		{"front_shoulder", "front of the shoulder", Front, "arm", paired},
		{"biceps", "biceps", Front, "arm", paired},
		{"inner_elbow", "inside of the elbow", Front, "arm", paired},
		{"inner_forearm", "inside of the forearm", Front, "arm", paired},
		{"inner_wrist", "inside of the wrist", Front, "arm", paired},
		{"palm", "palm", Front, "arm", paired},
		{"thumb", "thumb", Front, "arm", paired},
		{"fingers", "fingers", Front, "arm", paired},
		{"hip_flexor", "hip flexor", Front, "hip", paired},
		{"groin", "groin", Front, "hip", paired},
		{"inner_thigh", "inner thigh", Front, "thigh", paired},
		{"upper_quad", "upper front thigh", Front, "thigh", paired},
		{"lower_quad", "lower front thigh", Front, "thigh", paired},
		{"kneecap", "kneecap", Front, "knee", paired},
		{"below_kneecap", "tendon below the kneecap", Front, "knee", paired},
		{"inner_knee", "inside of the knee", Front, "knee", paired},
		{"outer_knee", "outside of the knee", Front, "knee", paired},
		{"shin", "shin", Front, "lower_leg", paired},
		{"inner_shin", "inner edge of the shin", Front, "lower_leg", paired},
		{"front_ankle", "front of the ankle", Front, "foot", paired},
		{"inner_ankle", "inside of the ankle", Front, "foot", paired},
		{"outer_ankle", "outside of the ankle", Front, "foot", paired},
		{"top_of_foot", "top of the foot", Front, "foot", paired},
		{"big_toe", "big toe", Front, "foot", paired},
		{"toes", "small toes", Front, "foot", paired},
		{"back_of_head", "back of the head", Back, "head", single},
		{"neck", "neck", Back, "head", paired},
		{"upper_spine", "upper spine", Back, "trunk", single},
		{"middle_spine", "middle spine", Back, "trunk", single},
		{"lower_spine", "lower spine", Back, "trunk", single},
		{"sacrum", "sacrum", Back, "hip", single},
		{"tailbone", "tailbone", Back, "hip", single},
		{"trapezius", "trapezius", Back, "trunk", paired},
		{"shoulder_blade", "shoulder blade", Back, "trunk", paired},
		{"middle_back", "middle back", Back, "trunk", paired},
		{"lower_back", "lower back", Back, "trunk", paired},
		{"back_shoulder", "back of the shoulder", Back, "arm", paired},
		{"triceps", "triceps", Back, "arm", paired},
		{"elbow", "point of the elbow", Back, "arm", paired},
		{"outer_forearm", "outside of the forearm", Back, "arm", paired},
		{"outer_wrist", "back of the wrist", Back, "arm", paired},
		{"back_of_hand", "back of the hand", Back, "arm", paired},
		{"outer_hip", "outside of the hip", Back, "hip", paired},
		{"upper_glute", "upper buttock", Back, "hip", paired},
		{"lower_glute", "lower buttock", Back, "hip", paired},
		{"sit_bone", "sit bone", Back, "hip", paired},
		{"upper_hamstring", "upper hamstring", Back, "thigh", paired},
		{"lower_hamstring", "lower hamstring", Back, "thigh", paired},
		{"outer_thigh", "outer thigh", Back, "thigh", paired},
		{"back_of_knee", "back of the knee", Back, "knee", paired},
		{"inner_calf", "inner calf", Back, "lower_leg", paired},
		{"outer_calf", "outer calf", Back, "lower_leg", paired},
		{"lower_calf", "lower calf", Back, "lower_leg", paired},
		{"achilles", "Achilles tendon", Back, "lower_leg", paired},
		{"heel", "heel", Back, "foot", paired},
		{"arch", "arch of the foot", Back, "foot", paired},
		{"ball_of_foot", "ball of the foot", Back, "foot", paired},
		{"outer_foot", "outer edge of the foot", Back, "foot", paired},
	}
}
