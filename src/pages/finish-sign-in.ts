import { recordKeySignIn } from '../chat/organization/audit-log/actions.ts';
import { desktopCode, phoneAddress } from '../chat/people/identities/app-actions.ts';
import type { Destination } from '../chat/people/identities/types.ts';
import type { FirstStep } from '../chat/people/second-factors/types.ts';
import { sendSignInNotice } from '../chat/people/sign-in/notice-actions.ts';
import { html } from './kit/html.ts';
import type { Outcome, View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/** Ends a sign-in: with a session for this browser, or back in the app that opened the browser. */
export function finishSignIn(visit: Visit, { user, destination, provider, idToken }: FirstStep): Outcome {
  const { app } = visit;
  sendSignInNotice(app, user, { raw: visit.request, ip: visit.ip });
  const { mobilePad, desktopKey, next } = destination;
  if (mobilePad) {
    app.db.write(() => recordKeySignIn(app, user, visit.source));
    return { redirect: phoneAddress(visit.origin, user, mobilePad) };
  }
  if (desktopKey) return returnToDesktop(visit, desktopCode(app, user, { key: desktopKey, provider, idToken }));
  visit.signIn(user, { provider, idToken });
  return { redirect: next };
}

/** The app reads the code from the clipboard. */
const COPY = `const code = document.getElementById('code');
document.getElementById('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(code.value);
  } catch {
    code.select();
    document.execCommand('copy');
  }
  document.getElementById('copied').hidden = false;
});`;

const returnToDesktop = ({ t }: Visit, code: string): View => ({
  title: t('Go back to the app'),
  script: COPY,
  body: html`<p class="lead">${t('Copy this code, then go back to the Zulip app. The code is valid for one minute.')}</p>
<p class="field"><label for="code">${t('Code')}</label><input id="code" class="code" value="${code}" readonly></p>
<p class="page-buttons"><button id="copy" type="button">${t('Copy the code')}</button></p>
<p id="copied" role="status" hidden>${t('Copied. Go back to the Zulip app now.')}</p>`,
});

/** The part of an address that keeps where a sign-in leads: `?next=…`, or nothing. */
export function makeQuery({ next, mobilePad, desktopKey }: Destination, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(next !== '/' && { next }),
    ...(mobilePad && { mobile_flow_otp: mobilePad }),
    ...(desktopKey && { desktop_flow_otp: desktopKey }),
    ...more,
  });
  return query.size > 0 ? `?${query}` : '';
}
