import type { App } from '../../../app.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { type Answer, post } from '../../../kernel/http/outgoing.ts';
import { sealText, unsealText } from '../../organization/realm/key-rules.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { MailboxAccess } from './memory.ts';

/** Its timeout, ms. */
const TIMEOUT = 10_000;
/** A token that is valid for less than this is replaced, ms. */
const LEAST_LEFT = 5 * 60_000;
/** How long a token is valid if its server does not say it, seconds. */
const USUAL_LIFETIME = 3600;

/** The newest refresh token is stored beside the organization's settings: some providers replace it at each use. */
const STORED = 'mailbox_refresh_token';

/**
 * Returns an access token for the mailbox that is still valid for minutes; undefined: a password is used. Throws an
 * error in words that says what to do.
 */
export async function getAccessToken(app: App): Promise<string | undefined> {
  const { mailImapOauth: url, mailImapClientId, mailImapRefreshToken: configured } = app.config.choices;
  if (url === undefined) return undefined;
  if (mailImapClientId === undefined || configured === undefined)
    throw new Error('Set mail-imap-client-id and mail-imap-refresh-token, too');
  const state = app.memory.mailbox;
  if (!state.access || state.access.expires - app.clock.now() < LEAST_LEFT)
    state.access = await requestAccess(app, { url, configured });
  return state.access.token;
}

async function requestAccess(
  app: App,
  { url, configured }: { url: string; configured: string },
): Promise<MailboxAccess> {
  const { mailImapClientId: client_id = '', mailImapClientSecret: client_secret } = app.config.choices;
  const refresh_token = newestToken(app, configured);
  const fields = { grant_type: 'refresh_token', client_id, refresh_token, ...(client_secret && { client_secret }) };
  let answer: Answer;
  try {
    answer = await post(url, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), {
      // The operator configured it, so a private address is allowed.
      allowPrivate: true,
      timeout: TIMEOUT,
      headers: { Accept: 'application/json' },
    });
  } catch (error) {
    throw new Error(`No access token: ${unreachable(url, error)}`);
  }
  const reply = parseReply(answer.text);
  const { access_token: token, expires_in, refresh_token: next } = reply;
  if (answer.status !== 200 || typeof token !== 'string' || token === '')
    throw new Error(explainFailure(url, answer.status, reply.error));
  if (typeof next === 'string' && next !== refresh_token) keepToken(app, configured, next);
  const lifetime = typeof expires_in === 'number' && expires_in > 0 ? expires_in : USUAL_LIFETIME;
  return { token, expires: app.clock.now() + lifetime * 1000 };
}

function parseReply(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What the codes of OAuth mean for the operator (RFC 6749, section 5.2). */
const ADVICE: ReadonlyMap<unknown, string> = new Map([
  ['invalid_grant', 'the refresh token has expired or was revoked. Create a new one, and set mail-imap-refresh-token'],
  ['invalid_client', 'the client ID or its secret is wrong. Check mail-imap-client-id and mail-imap-client-secret'],
  ['unauthorized_client', 'the client may not do this. Check mail-imap-client-id, and its permissions at the provider'],
  ['invalid_scope', 'the refresh token is not for reading mail by IMAP. Create one with this scope'],
]);

function explainFailure(url: string, status: number, code: unknown): string {
  const advice = ADVICE.get(code);
  const { host } = new URL(url);
  if (advice !== undefined) return `No access token from ${host}: ${advice} (${code})`;
  return `No access token: ${host} answered with status ${status}${typeof code === 'string' ? `: ${code.slice(0, 100)}` : ''}`;
}

/** The refresh token that replaced the configured one; the configured one if there is none, or if it is a new one. */
function newestToken(app: App, configured: string): string {
  const stored = app.realm.secret(STORED);
  if (stored === undefined) return configured;
  const { replaces, token } = JSON.parse(unsealText(app, 'mailbox_key', stored)) as { replaces: string; token: string };
  return replaces === hashText(configured) ? token : configured;
}

function keepToken(app: App, configured: string, token: string): void {
  const sealed = sealText(app, 'mailbox_key', JSON.stringify({ replaces: hashText(configured), token }));
  app.db.write(() => app.realm.keepSecret(STORED, sealed));
}
