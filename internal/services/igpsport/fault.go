package igpsport

import (
	"net/http"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

type explainer = func(f source.Failure, said client.Said) error

// explain tells what the service means by a refusal.
func (r region) explain(s *signer) explainer {
	return func(f source.Failure, said client.Said) error {
		switch {
		case r.wantsSignature(f, said):
			return r.signature(s, f)
		case f.Fault == source.Refused && absent(said.Reason):
			f.Fault = source.NotFound
			return source.Fail(f, "iGPSport has no such thing.")
		case f.Fault == source.Unauthorised || f.Fault == source.Forbidden:
			return r.refusal(s, f)
		}
		return nil
	}
}

// refusal says what to do about one that gives no reason. In China it may be
// meant for what is not signed.
func (r region) refusal(s *signer, f source.Failure) error {
	e := training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the sign-in.", r.title)
	if f.Fault == source.Forbidden {
		e = training.Errorf(training.KindForbidden, "iGPSport (%s) does not allow this.", r.title)
	}
	if s != nil || r.name != China {
		return fail(f, e.WithFix("Run `lapkeep connect igpsport` and sign in again."))
	}
	return fail(f, e.WithFix("Run `lapkeep connect igpsport` and sign in again. If it stays so, requests may have to be signed: "+
		"name the file of a key that signs in the setting %s.", KeySetting))
}

// absent reports whether the service says that there is no such thing, which
// it says in China with the code of a defect.
func absent(reason string) bool { return names(reason, "不存在", "not exist", "not found") }

// wantsSignature reports whether a refusal is one of what is not signed, or not
// as it should be. Only China was seen to sign.
func (r region) wantsSignature(f source.Failure, said client.Said) bool {
	refused := f.Status == http.StatusUnauthorized || f.Status == http.StatusForbidden || f.Status >= 500 || f.Fault == source.Refused
	return r.name == China && refused && names(said.Reason, "signature", "signed", "签名", "验签")
}

func names(reason string, words ...string) bool {
	reason = strings.ToLower(reason)
	for _, w := range words {
		if strings.Contains(reason, w) {
			return true
		}
	}
	return false
}

// signature says that requests have to be signed, or signed by another key.
func (r region) signature(s *signer, f source.Failure) error {
	f.Fault = source.Forbidden
	if s != nil {
		s.forget()
		return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the signature of the request.", r.title).
			WithFix("Check this machine's clock and the key in the file that %s names; the service may have changed its key.", KeySetting))
	}
	return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) refuses the request because it is not signed.", r.title).
		WithFix("Lapkeep has no key that signs, for it is the maker's. If you have one, put it into a file, as hexadecimal digits, base64 "+
			"or a PEM private key, and name the file in the setting %s.", KeySetting))
}

// KeySetting is the setting that names the file of a signing key.
const KeySetting = "igpsport_signing_key_file"
