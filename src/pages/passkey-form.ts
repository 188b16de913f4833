import { CSRF_FIELD } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import type { Visit } from './kit/visit.ts';

/** Asks the browser for a passkey and sends its answer with the form. The options stand in the form. */
export const USE_PASSKEY = `const form = document.getElementById('passkey-form');
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const failed = document.getElementById('passkey-failed');
  failed.hidden = true;
  try {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
    const credential = await navigator.credentials.get({ publicKey: options });
    form.elements.passkey.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    failed.hidden = false;
  }
});`;

/** A form whose button asks for a passkey. Needs the script USE_PASSKEY. */
export const passkeyForm = ({ csrf, t }: Visit, action: string, options: string): Html =>
  html`<form method="post" action="${action}" id="passkey-form" data-options="${options}">
<input type="hidden" name="${CSRF_FIELD}" value="${csrf}"><input type="hidden" name="passkey" value="">
<button type="submit">${t('Use a passkey')}</button>
<p id="passkey-failed" role="alert" class="wrong" hidden>${t('The passkey did not work. Try again.')}</p>
</form>`;
