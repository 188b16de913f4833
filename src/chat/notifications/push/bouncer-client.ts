import type { App } from '../../../app.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { post } from '../../../kernel/http/outgoing.ts';
import type { Config } from '../../../settings/config.ts';
import type { User } from '../../people/users/types.ts';
import type { Kind, Token } from './repository.ts';

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

/** Requests with a JSON body; all others are forms. */
const AS_JSON = new Set(['notify', 'test_notification']);
const texts = (fields: object): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, String(value)]);

/** Whether a push service is configured. */
export const hasPushService = ({ choices: { pushServiceUrl, pushServiceId, pushServiceKey } }: Config): boolean =>
  pushServiceUrl !== undefined && pushServiceId !== undefined && pushServiceKey !== undefined;

/** Sends a request (`notify`, `register`, …) to the push service. Returns its answer. Rejects with PushFailed. */
export async function requestPushService(config: Config, what: string, body: object): Promise<Record<string, unknown>> {
  const { pushServiceUrl, pushServiceId, pushServiceKey } = config.choices;
  const url = `${pushServiceUrl!.replace(/\/+$/, '')}/api/v1/remotes/push/${what}`;
  const Authorization = `Basic ${Buffer.from(`${pushServiceId}:${pushServiceKey}`).toString('base64')}`;
  // The operator configured it, so a private address is allowed.
  const options = { allowPrivate: true, timeout: TIMEOUT, headers: { Authorization } };
  let answer: Awaited<ReturnType<typeof post>>;
  try {
    answer = AS_JSON.has(what)
      ? await post(url, 'application/json', JSON.stringify(body), options)
      : await post(url, 'application/x-www-form-urlencoded', new URLSearchParams(texts(body)).toString(), options);
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
  if (!hasPushService(app.config)) return;
  const body = { realm_uuid: app.realm.get('uuid'), user_id: user.id, token, token_kind: KINDS[kind] };
  requestPushService(app.config, 'unregister', body).catch((error: Error) =>
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
    await requestPushService(app.config, 'test_notification', body);
  }
}
