/**
 * A script that submits a form with a password without leaving the page. After an error everything that was typed is
 * still there, and a field that a link filled in stays hidden. The server never sends a password back.
 */
export const KEEP_TYPED = `const form = document.querySelector('form');
// The browser may keep the page for the way back.
addEventListener('pageshow', () => (form.ariaBusy = null));
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (form.ariaBusy) return;
  form.ariaBusy = true;
  const body = new URLSearchParams(new FormData(form));
  const reply = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  if (!reply) return form.submit();
  if (reply.redirected) return location.assign(reply.url);
  form.ariaBusy = null;
  const text = await reply.text();
  const answer = new DOMParser().parseFromString(text, 'text/html').querySelector('form');
  if (reply.ok || !answer) {
    document.open();
    document.write(text);
    return document.close();
  }
  for (const field of answer.querySelectorAll('.field')) {
    const input = field.querySelector('input');
    const typed = form.elements[input.name];
    if (!typed) continue;
    input.value = typed.value;
    field.hidden = typed.closest('.field').hidden && !input.ariaInvalid;
  }
  form.replaceChildren(...answer.childNodes);
  form.querySelector('[autofocus]')?.focus();
});`;
