package appletest

// source is who wrote a record. The space in the watch's name is not an
// ordinary one.
type source struct {
	name, version, device string
}

var (
	watch = &source{
		"Anna’s Apple\u00a0Watch", "10.3",
		"<<HKDevice: 0x302b8a4e0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:10.3>",
	}
	phone = &source{
		"Anna’s iPhone", "17.3.1",
		"<<HKDevice: 0x302b8b110>, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5, software:17.3.1>",
	}
	connect = &source{"Connect", "5.1.2", ""}
	scale   = &source{"Withings & Co", "6.2", "<<HKDevice: 0x302b8c770>, name:Body+, manufacturer:Withings, model:Scale>"}
	sleeper = &source{"AutoSleep", "6.9", ""}
)
