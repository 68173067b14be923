// It asks the browser for a passkey when a form with data-options is sent, and sends the answer with it.
for (const form of document.querySelectorAll("form[data-options]")) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = JSON.parse(form.dataset.options);
    try {
      const answer = "user" in options
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      form.elements.answer.value = JSON.stringify(answer);
      form.submit();
    } catch {
      form.querySelector("[role=alert]").hidden = false;
    }
  });
}
