import type { Config } from './config.ts';
import { post } from './http/outgoing.ts';

// Phones are woken by Apple and Google, who take it only from whom an app's makers name. So they keep a push service ("bouncer"), and
// servers ask that: `POST {url}/api/v1/remotes/push/…` with the id and the key under which the server is registered there.

/** The push service did not do it. `again`: it may do it later. */
export class PushFailed extends Error {
  readonly again: boolean;
  /** The service's own word for it. */
  readonly code: string;

  constructor(message: string, again: boolean, code = '') {
    super(message);
    this.again = again;
    this.code = code;
  }
}

/** How long it may take, ms. */
const PATIENCE = 10_000;

/** What it takes as JSON; all else are fields of a form. */
const AS_JSON = new Set(['notify', 'test_notification']);
const texts = (fields: object): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, String(value)]);

/** Whether there is a push service to ask. */
export const hasPushService = ({ choices: { pushServiceUrl, pushServiceId, pushServiceKey } }: Config): boolean =>
  pushServiceUrl !== undefined && pushServiceId !== undefined && pushServiceKey !== undefined;

/** Asks the push service for something (`notify`, `register`, …); its answer. Rejects with PushFailed. */
export async function requestPushService(config: Config, what: string, asked: object): Promise<Record<string, any>> {
  const { pushServiceUrl, pushServiceId, pushServiceKey } = config.choices;
  const url = `${pushServiceUrl!.replace(/\/+$/, '')}/api/v1/remotes/push/${what}`;
  const Authorization = `Basic ${Buffer.from(`${pushServiceId}:${pushServiceKey}`).toString('base64')}`;
  // The operator has named it, so it may be next door.
  const how = { allowPrivate: true, timeout: PATIENCE, headers: { Authorization, 'User-Agent': 'Klatch/1.0' } };
  let answer: Awaited<ReturnType<typeof post>>;
  try {
    answer = AS_JSON.has(what)
      ? await post(url, 'application/json', JSON.stringify(asked), how)
      : await post(url, 'application/x-www-form-urlencoded', new URLSearchParams(texts(asked)).toString(), how);
  } catch (error) {
    throw new PushFailed(`it could not be reached: ${(error as Error).message}`, true);
  }
  const said = parsed(answer.text);
  if (answer.status === 200 && said) return said;
  const again = answer.status >= 500 || answer.status === 429 || answer.status === 200;
  throw new PushFailed(
    `it answered with status ${answer.status}: ${String(said?.msg ?? '').slice(0, 200)}`,
    again,
    String(said?.code ?? ''),
  );
}

function parsed(text: string): Record<string, any> | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}
