import { accountFor } from '../chat/people/identities/account-actions.ts';
import { type Destination, requirePad, useAppToken } from '../chat/people/identities/app-flows.ts';
import {
  type Attempt,
  finishAuthorization,
  startAuthorization,
} from '../chat/people/identities/authorization-client.ts';
import { BROWSER, callbackPath, requireProvider } from '../chat/people/identities/providers.ts';
import { badRequest, realmDeactivated } from '../kernel/errors.ts';
import { finishSignIn, queryOf } from './finish-sign-in.ts';
import { html } from './kit/html.ts';
import { type Outcome, page, type View } from './kit/page.ts';
import { localPath, type Visit } from './kit/visit.ts';

/** The cookie that connects a browser with its sign-in at a provider, and the seconds that it lasts. */
const COOKIE = 'external-sign-in';
const LIFETIME = 600;

/** The content of the cookie. Nobody else sees it, and the provider's answer must fit it. */
interface Pending extends Attempt {
  provider: string;
  destination: Destination;
  invitation: string | undefined;
}

export const startPage = page({
  paths: ['/accounts/login/social/{provider}', '/accounts/register/social/{provider}'],
  summary: 'Sign in with an identity provider. Apps add mobile_flow_otp or desktop_flow_otp.',
  audience: 'public',
  async show(visit) {
    const { app, params } = visit;
    const { destination } = visit;
    const isBrowser = params.provider === BROWSER;
    const provider = isBrowser ? undefined : requireProvider(app.config, params.provider!);
    if (app.accounts.closed()) throw realmDeactivated();
    if (isDesktopApp(visit) && !destination.desktopKey) return openBrowser(provider?.displayName);
    if (!provider) return { redirect: `/login/${queryOf(destination)}` };
    const redirectUri = visit.origin + callbackPath(provider);
    const again = params.again === '1';
    const { url, attempt } = await startAuthorization(app, provider, { redirectUri, again });
    const pending: Pending = { ...attempt, provider: provider.name, destination, invitation: params.invitation };
    visit.setCookie(COOKIE, JSON.stringify(pending), LIFETIME);
    return { redirect: url.href };
  },
});

/** The desktop app shows pages itself. It opens others in the user's browser, where they may be signed in already. */
const isDesktopApp = ({ request }: Visit): boolean => /\bZulipElectron\//.test(request.headers['user-agent'] ?? '');

/** The app offers `electron_bridge`: bits that encrypt the code, and the decrypted code once it is in the clipboard. */
const OPEN_BROWSER = `const { decrypt_clipboard: decrypt } = window.electron_bridge ?? {};
if (!decrypt) document.getElementById('old').hidden = false;
else {
  const { key, pasted } = decrypt(1);
  const url = new URL(location.href);
  url.searchParams.set('desktop_flow_otp', Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  document.getElementById('again').href = url.href;
  window.open(url.href, '_blank');
  pasted.then((token) => location.assign('/accounts/login/subdomain/' + encodeURIComponent(token)));
}`;

const openBrowser = (provider: string | undefined): View => ({
  title: 'Continue in your browser',
  script: OPEN_BROWSER,
  body: html`<p>${provider === undefined ? 'Sign in in your browser.' : `Sign in with ${provider} in your browser.`} Then copy the code that you get there, and come back.</p>
<p class="after"><a id="again" target="_blank" href="">Open the browser again</a></p>
<p id="old" role="alert" class="wrong" hidden>This version of the app is too old for that. Install the current one.</p>
<p class="after"><a href="/login/">Back to sign-in</a></p>`,
});

export const callbackPage = page({
  paths: ['/complete/{provider}'],
  summary: 'Where identity providers send browsers back to',
  audience: 'public',
  crossSite: true,
  show: finish,
  /** Some providers send a form. The cookie comes only with links, so the browser is sent here once more. */
  submit({ params }, form: Record<string, string>) {
    const fields = Object.entries(form).filter(([name]) => ANSWER.includes(name));
    return { redirect: `${callbackPath({ name: params.provider! })}?${new URLSearchParams(fields)}` };
  },
});
/** The fields of a provider's answer. */
const ANSWER = ['code', 'state', 'iss', 'error', 'error_description', 'user'];

async function finish(visit: Visit): Promise<Outcome> {
  const { app, params, language } = visit;
  const provider = requireProvider(app.config, params.provider!);
  const pending = pendingIn(visit);
  if (app.accounts.closed()) throw realmDeactivated();
  if (pending?.provider !== provider.name)
    throw badRequest('This sign-in was started in another browser, or more than ten minutes ago. Start again.');
  visit.setCookie(COOKIE, '', 0);
  const url = new URL(visit.origin + callbackPath(provider));
  for (const name of ANSWER) if (params[name] !== undefined) url.searchParams.set(name, params[name]);
  const { identity, idToken } = await finishAuthorization(app, provider, { url, attempt: pending });
  if (app.accounts.closed()) throw realmDeactivated();
  const { displayName, updateName, updateAvatar } = provider;
  const { invitation } = pending;
  const user = accountFor(app, identity, {
    displayName,
    mapping: provider,
    updateName,
    updateAvatar,
    invitation,
    language,
  });
  const { next, mobilePad, desktopKey } = pending.destination;
  return finishSignIn(visit, {
    user,
    destination: { next: localPath(next), mobilePad: requirePad(mobilePad), desktopKey: requirePad(desktopKey) },
    provider: provider.name,
    idToken,
  });
}

function pendingIn(visit: Visit): Pending | undefined {
  try {
    return JSON.parse(visit.cookie(COOKIE) || 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const desktopTokenPage = page({
  paths: ['/accounts/login/subdomain/{token}'],
  summary: 'Sign a desktop app in with the code from the browser, once and within a minute',
  audience: 'public',
  show(visit) {
    if (visit.app.accounts.closed()) throw realmDeactivated();
    const { user, ...from } = useAppToken(visit.app, visit.params.token!);
    visit.signIn(user, from);
    return { redirect: '/' };
  },
});
