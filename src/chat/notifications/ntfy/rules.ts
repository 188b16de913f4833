import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { sealText, signText, unsealText } from '../../organization/realm/key-rules.ts';
import type { NtfyAddress, StoredAddress, TopicAccess } from './types.ts';

const KEY = 'notification_address_key';

const LONGEST_URL = 500;
/** The topic names that ntfy allows. */
const TOPIC = /^[-\w]{1,64}$/;
/** Apps share a topic as `ntfy://host/topic`. */
const SHARED = /^ntfy:\/\//i;

/** An address of a topic: where its server receives messages, and the topic's name. */
interface Target {
  server: string;
  topic: string;
}

/** Returns the web address of an ntfy topic in its usual form. Throws `BAD_REQUEST` for anything else. */
export function normalizeAddress(text: string): string {
  const url = text.length <= LONGEST_URL ? URL.parse(text.trim().replace(SHARED, 'https://')) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username || url.password || !TOPIC.test(url.pathname.split('/').at(-1)!))
    throw badRequest('Enter the address of an ntfy topic, such as https://ntfy.sh/my-secret-topic');
  return url.origin + url.pathname;
}

/** Splits the web address of a topic. */
export function splitAddress(url: string): Target {
  const end = url.lastIndexOf('/') + 1;
  return { server: url.slice(0, end), topic: url.slice(end) };
}

/** Seals where a topic is, for the database. */
export const sealAccess = (app: App, { url, authorization }: TopicAccess) => ({
  sealed: sealText(app, KEY, JSON.stringify({ url, authorization })),
  server_hash: signText(app, KEY, `server ${splitAddress(url).server}`).toString('base64url'),
});

/** Opens a stored address. */
export const unsealAddress = (app: App, { sealed, ...rest }: StoredAddress): NtfyAddress => ({
  ...rest,
  ...(JSON.parse(unsealText(app, KEY, sealed)) as TopicAccess),
});

/** The value of the Authorization header for a token, or for a user name with a password; null for neither. */
export function authorizationFor({
  token,
  username,
  password,
}: {
  token?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
}): string | null {
  if (token) return `Bearer ${token}`;
  if (username) return `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
  return null;
}

/** Seconds until the next attempt at a server that failed this often in a row. */
export const retryDelay = (failures: number): number => Math.min(30 * 2 ** Math.min(failures, 5), 600);
