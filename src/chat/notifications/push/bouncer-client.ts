import type { App } from '../../../app.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { type Answer, get, post } from '../../../kernel/http/outgoing.ts';
import type { User } from '../../people/users/types.ts';
import { findPushAccount, hasPushService } from './registration-rules.ts';
import type { Kind, Token } from './repository.ts';
import type { PushAccount } from './types.ts';

// Only Apple and Google can notify phones, and they accept notifications only from an app's makers. So the makers run a
// push service ("bouncer"), and servers use that: `POST {url}/api/v1/remotes/push/…` with the id and key under which
// the server is registered there.

/** The push service failed. `again`: a later attempt may succeed. */
export class PushFailed extends Error {
  readonly again: boolean;
  /** The service's own error code. */
  readonly code: string;

  constructor(message: string, again: boolean, code = '') {
    super(message);
    this.again = again;
    this.code = code;
  }
}

/** Its timeout, ms. */
const TIMEOUT = 10_000;
/** Bytes. */
const LONGEST_ANSWER = 256 * 1024;

/** Requests with a JSON body; all others are forms. */
const AS_JSON = new Set(['notify', 'test_notification']);
const texts = (fields: object): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, String(value)]);

interface ServiceRequest {
  /** Without it, the request is a GET. */
  body?: object;
  asJson?: boolean;
  /** With it, the server proves that it is registered. */
  account?: PushAccount;
  /** In ms; 10 seconds without it. */
  timeout?: number;
}

/** Sends a request (`notify`, `register`, …) to the push service. Returns its answer. Rejects with PushFailed. */
export function requestPushService(app: App, what: string, body: object): Promise<Record<string, unknown>> {
  const account = findPushAccount(app)!;
  return callService(account.url, `push/${what}`, { body, asJson: AS_JSON.has(what), account });
}

/** Sends a request to the push service at this URL. Returns its answer. Rejects with PushFailed. */
export async function callService(
  service: string,
  path: string,
  request: ServiceRequest,
): Promise<Record<string, unknown>> {
  const url = `${service.replace(/\/+$/, '')}/api/v1/remotes/${path}`;
  let answer: Answer;
  try {
    answer = await exchange(url, request);
  } catch (error) {
    throw new PushFailed(unreachable(url, error), true);
  }
  const reply = parseObject(answer.text);
  if (answer.status === 200 && reply) return reply;
  const again = answer.status >= 500 || answer.status === 429 || answer.status === 200;
  throw new PushFailed(
    `it answered with status ${answer.status}: ${String(reply?.msg ?? '').slice(0, 200)}`,
    again,
    String(reply?.code ?? ''),
  );
}

async function exchange(url: string, { body, asJson, account, timeout = TIMEOUT }: ServiceRequest): Promise<Answer> {
  const credentials = account && Buffer.from(`${account.id}:${account.key}`).toString('base64');
  const headers: Record<string, string> = credentials === undefined ? {} : { Authorization: `Basic ${credentials}` };
  // The operator chose it, so a private address is allowed.
  const options = { allowPrivate: true, timeout, headers };
  if (!body) {
    const page = await get(url, { ...options, most: LONGEST_ANSWER, redirects: 0, types: /./ });
    return { status: page.status, text: page.bytes.toString() };
  }
  return asJson
    ? post(url, 'application/json', JSON.stringify(body), options)
    : post(url, 'application/x-www-form-urlencoded', new URLSearchParams(texts(body)).toString(), options);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The push service's names for Apple's phones and Google's. */
const KINDS = { apns: 1, fcm: 2 } as const;

/**
 * Removes a phone from the push service. If the request fails, the service removes it with the next message, which does
 * not name it.
 */
export function unregister(app: App, user: User, kind: Kind, token: string): void {
  if (!hasPushService(app)) return;
  const body = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind] };
  requestPushService(app, 'unregister', body).catch((error: Error) =>
    app.log.warn({ reason: error.message }, 'the push service did not unregister'),
  );
}

/** Has the push service send a test to these phones of a user. Throws PushFailed at the first that it refuses. */
export async function sendTests(app: App, user: User, phones: readonly Token[]): Promise<void> {
  const { url, realmHost } = app.config;
  const base_payload = {
    server: realmHost,
    realm_id: 1,
    realm_name: app.realm.get('name'),
    realm_uri: url,
    realm_url: url,
    user_id: user.id,
  };
  for (const { token, kind } of phones) {
    const body = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind], base_payload };
    await requestPushService(app, 'test_notification', body);
  }
}
