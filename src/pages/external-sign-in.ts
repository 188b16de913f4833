import { recordAction, recordSignInFailure } from '../chat/organization/audit-log/actions.ts';
import { accountFor, linkIdentity } from '../chat/people/identities/actions.ts';
import {
  PENDING_COOKIE,
  PENDING_LIFETIME,
  type PendingSignIn,
  pendingSignIn,
  requirePad,
  useAppToken,
} from '../chat/people/identities/app-actions.ts';
import {
  type Authorized,
  finishAuthorization,
  SignInRefused,
  startAuthorization,
} from '../chat/people/identities/authorization-client.ts';
import { BROWSER, callbackPath, requireProvider } from '../chat/people/identities/rules.ts';
import type { Identity, Provider } from '../chat/people/identities/types.ts';
import { isFresh } from '../chat/people/sign-in/password-checks.ts';
import type { User } from '../chat/people/users/types.ts';
import { ApiError, badRequest, realmDeactivated } from '../kernel/errors.ts';
import { requireOwnPage } from '../kernel/http/auth.ts';
import { finishSignIn, makeQuery } from './finish-sign-in.ts';
import { html } from './kit/html.ts';
import { type Outcome, page, type View } from './kit/page.ts';
import { localPath, type Visit } from './kit/visit.ts';
import { continueSignIn } from './second-factor.ts';

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
    if (isDesktopApp(visit) && !destination.desktopKey) return openBrowser(visit, provider?.displayName);
    if (!provider) return { redirect: `/login/${makeQuery(destination)}` };
    const redirectUri = visit.origin + callbackPath(provider);
    const again = params.again === '1';
    const { url, attempt } = await startAuthorization(app, provider, { redirectUri, again });
    const pending: PendingSignIn = { ...attempt, provider: provider.name, destination, invitation: params.invitation };
    visit.setCookie(PENDING_COOKIE, JSON.stringify(pending), PENDING_LIFETIME);
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

const openBrowser = ({ t }: Visit, provider: string | undefined): View => ({
  title: t('Continue in your browser'),
  script: OPEN_BROWSER,
  body: html`<p>${
    provider === undefined
      ? t('Sign in in your browser. Then copy the code that you get there, and come back.')
      : t('Sign in with {provider} in your browser. Then copy the code that you get there, and come back.', {
          provider,
        })
  }</p>
<p class="after"><a id="again" target="_blank" href="">${t('Open the browser again')}</a></p>
<p id="old" role="alert" class="wrong" hidden>${t('This version of the app is too old for that. Install the current one.')}</p>
<p class="after"><a href="/login/">${t('Back to sign-in')}</a></p>`,
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
const notStartedHere = () =>
  badRequest('This sign-in was started in another browser, or more than ten minutes ago. Start again.');
/** The fields of a provider's answer. */
const ANSWER = ['code', 'state', 'iss', 'error', 'error_description', 'user'];

async function finish(visit: Visit): Promise<Outcome> {
  const { app, params } = visit;
  const provider = requireProvider(app.config, params.provider!);
  const pending = pendingSignIn(visit.cookie(PENDING_COOKIE));
  if (app.accounts.closed()) throw realmDeactivated();
  if (pending?.provider !== provider.name) throw notStartedHere();
  visit.setCookie(PENDING_COOKIE, '', 0);
  const url = new URL(visit.origin + callbackPath(provider));
  for (const name of ANSWER) if (params[name] !== undefined) url.searchParams.set(name, params[name]);
  const authorized = await finishAuthorization(app, provider, { url, attempt: pending }).catch((error) => {
    if (error instanceof SignInRefused) recordProviderFailure(visit, provider, { reason: error.reason });
    throw error;
  });
  if (app.accounts.closed()) throw realmDeactivated();
  return pending.linkTo === undefined
    ? signInAs(visit, provider, { pending, authorized })
    : linkTo(visit, provider, { pending, authorized });
}

/** What the browser brought, and what the provider answered. */
interface Visited {
  pending: PendingSignIn;
  authorized: Authorized;
}

function signInAs(visit: Visit, provider: Provider, { pending, authorized }: Visited): Outcome {
  const { app, language } = visit;
  const { identity, idToken, hasSecondFactor } = authorized;
  const { displayName, updateName, updateAvatar } = provider;
  const { invitation } = pending;
  const admission = { displayName, mapping: provider, updateName, updateAvatar, invitation, language };
  let user: User;
  try {
    user = accountFor(app, identity, admission);
  } catch (error) {
    if (error instanceof ApiError) recordProviderFailure(visit, provider, { identity, reason: error.message });
    throw error;
  }
  const { next, mobilePad, desktopKey } = pending.destination;
  const destination = { next: localPath(next), mobilePad: requirePad(mobilePad), desktopKey: requirePad(desktopKey) };
  const first = { user, destination, provider: provider.name, idToken };
  return hasSecondFactor ? finishSignIn(visit, first) : continueSignIn(visit, first);
}

/** Records who could not sign in with a provider, as far as it said so, and why. */
function recordProviderFailure(
  { app, source }: Visit,
  { name, issuer, displayName }: Provider,
  { identity, reason }: { identity?: Identity; reason: string },
): void {
  const known = identity && app.identities.byId(identity.issuer, identity.subject);
  const user = known ? app.users.byId(known.user_id) : identity?.email ? app.users.byEmail(identity.email) : undefined;
  const account = identity?.accountName ?? identity?.subject;
  // An account here has an ID, so no name of its user stays in the audit log.
  const parts = [displayName, user ? undefined : account, reason];
  recordSignInFailure(app, { user, means: parts.filter((part) => part !== undefined).join(': ') }, source);
  const message = 'a sign-in with an identity provider was refused';
  if (identity) app.log.warn({ provider: name, issuer, account, user: user?.id, reason }, message);
}

/**
 * Links the identity to the account of this browser. The session must still exist, and its sign-in must be recent:
 * with a stolen session cookie, anybody could write the other one.
 */
function linkTo(visit: Visit, provider: Provider, { pending, authorized }: Visited): Outcome {
  const { app, session } = visit;
  const user = session && app.users.byId(session.user_id);
  if (!session || !user?.is_active || user.id !== pending.linkTo || !isFresh(app, session, PENDING_LIFETIME))
    throw badRequest('You signed out, or your sign-in was too long ago. Sign in and start again.');
  const { displayName } = provider;
  app.db.write(() => {
    linkIdentity(app, user, authorized.identity, displayName);
    const action = { kind: 'identity_link', user_id: user.id, details: displayName } as const;
    recordAction(app, action, visit.auditOrigin(user));
  });
  return { redirect: localPath(pending.destination.next) };
}

export const desktopTokenPage = page({
  paths: ['/accounts/login/subdomain/{token}'],
  summary: 'Sign a desktop app in with the code from the browser, once and within a minute',
  audience: 'public',
  show(visit) {
    if (visit.app.accounts.closed()) throw realmDeactivated();
    requireOwnLink(visit);
    const { user, ...from } = useAppToken(visit.app, visit.params.token!);
    visit.signIn(user, from);
    return { redirect: '/' };
  },
});

/**
 * Throws for a link that the own page did not follow. Otherwise a link of another site, or in a mail, could sign a
 * browser in to an account that is not its user's, and what they write there would be read.
 */
function requireOwnLink({ request, origin }: Visit): void {
  // The browser opened the address itself: from a mail, a bookmark, or as typed.
  if (request.headers['sec-fetch-site'] === 'none') throw notStartedHere();
  requireOwnPage(request, origin);
}
