import { loadErrorTranslations } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { eventQueue } from '../store/local/event-queue.ts';
import type { EndpointName, Params, Reply } from './types.ts';

const MAX_TRIES = 3;

/**
 * Sends a request by an endpoint's declaration: `request('GET /messages', { anchor: 'newest', … })`. If the server
 * limits the rate, it waits and retries. Throws RequestError.
 */
export async function request<R extends EndpointName>(
  endpoint: R,
  params: Params<R> = {},
  signal?: AbortSignal,
): Promise<Reply<R>> {
  return send(endpoint, params, [], signal);
}

/** The same with files, for the endpoints that accept images. */
export async function requestWithFiles<R extends EndpointName>(
  endpoint: R,
  params: Params<R>,
  files: readonly File[],
): Promise<Reply<R>> {
  return send(endpoint, params, files);
}

async function send<R extends EndpointName>(
  endpoint: R,
  params: Params<R>,
  files: readonly File[],
  signal?: AbortSignal,
): Promise<Reply<R>> {
  const [method, pattern] = endpoint.split(' ', 2) as [string, string];
  const remaining: Record<string, unknown> = { ...params };
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = remaining[name];
    delete remaining[name];
    return encodeURIComponent(String(value));
  });
  // The sign-in and sign-out endpoints are outside the API.
  const address = path.startsWith('/accounts/') ? path : `/json${path}`;
  const fields = files.length > 0 ? new FormData() : new URLSearchParams();
  files.forEach((file, at) => (fields as FormData).set(`file${at || ''}`, file));
  for (const [name, value] of Object.entries(remaining))
    if (value !== undefined) fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (let attempt = 1; ; attempt++)
    try {
      return (await sendOnce(method, address, fields, signal)) as Reply<R>;
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429 || attempt >= MAX_TRIES) throw error;
      await pause(1000 * Number(error.detail['retry-after'] ?? 1));
    }
}

const MAX_KEEPALIVE_LENGTH = 30_000;
/** Milliseconds until a request without a response is aborted, since connections can die silently. */
const TIMEOUT = 60_000;

async function sendOnce(
  method: string,
  address: string,
  fields: URLSearchParams | FormData,
  signal?: AbortSignal,
): Promise<unknown> {
  const isGet = method === 'GET';
  const query = isGet && String(fields) !== '' ? `?${fields}` : '';
  // File uploads have no time limit.
  const abortSignal = signal ?? (fields instanceof FormData ? undefined : AbortSignal.timeout(TIMEOUT));
  const options: RequestInit = {
    method,
    credentials: 'same-origin',
    // The API redirects nobody, but a portal does. The browser would not tell where a redirect to another origin led.
    redirect: isApi(address) ? 'manual' : 'follow',
    headers: isGet ? {} : { 'X-CSRFToken': csrfToken() },
    ...(!isGet && { body: fields }),
    // Requests that start while the page closes still complete. Browsers limit their size.
    ...(!isGet &&
      document.hidden &&
      !(fields instanceof FormData) &&
      String(fields).length < MAX_KEEPALIVE_LENGTH && { keepalive: true }),
    ...(abortSignal && { signal: abortSignal }),
  };
  let response: Response;
  let reply: Record<string, unknown> | undefined;
  try {
    response = await fetch(address + query, options);
    // A response that is not JSON comes from a proxy or is truncated.
    reply = isStream(response)
      ? { response }
      : await response.json().catch((error: unknown) => {
          if (signal?.aborted) throw error;
        });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError('The server cannot be reached', 'NETWORK', 0);
  }
  if (response.ok && (reply || !isApi(address))) return reply;
  if (isApi(address) && isFromPortal(response, reply)) throw portalError(response.status);
  if (!reply?.msg) throw new RequestError('The server cannot be reached', 'NETWORK', response.status);
  await Promise.race([loadErrorTranslations(), pause(1000)]);
  throw new RequestError(String(reply.msg), String(reply.code ?? 'UNKNOWN'), response.status, reply);
}

/** Whether a response comes in parts; see event-stream.ts. */
const isStream = ({ headers }: Response): boolean => headers.get('Content-Type') === 'text/event-stream';

const isApi = (address: string): boolean => address.startsWith('/json/');

/** Statuses with which a portal answers requests of scripts. An error such as 502 is a proxy's without the server. */
const PORTAL_STATUSES = new Set([200, 401, 403, 511]);

/**
 * Whether a portal before the server answered a request to the API, because its own session ended: it redirects to its
 * sign-in page, sends that page, or rejects the request. The server itself answers only in JSON, with a `result`.
 */
const isFromPortal = ({ type, status, headers }: Response, reply: Record<string, unknown> | undefined): boolean =>
  type === 'opaqueredirect' ||
  (PORTAL_STATUSES.has(status) && !reply?.result && !(status === 200 && isJson(headers.get('Content-Type'))));

const isJson = (type: string | null): boolean => type?.includes('json') === true;

/** The error of a request that a portal answered. The connection notice follows, because the next poll fails, too. */
export function portalError(status: number): RequestError {
  eventQueue.pollAgain?.();
  return new RequestError('The server cannot be reached', 'NETWORK', status, { isFromPortal: true });
}

/** The token that proves that the server's own page sends a request. Over HTTPS the cookie's name has a prefix. */
export const csrfToken = (): string => cookie('__Host-csrftoken') || cookie('csrftoken');

function cookie(name: string): string {
  const [, value = ''] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? [];
  return decodeURIComponent(value);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
