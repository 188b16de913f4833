import { LIMITS } from '../../../limits.ts';
import type { Delivery } from '../incoming-webhooks/types.ts';

const REMOVED = '[removed]';
/** Names of fields and headers whose values let somebody in, with words separated by `_`. */
const SECRET =
  /(?:^|_)(?:auth|authorization|cookie|token|secret|password|passwd|passphrase|api_?key|private_key|access_key|credentials?|signature(?:_256)?)$/;
/** The same in the query of a URL, and a password before a host. */
const IN_QUERY = /([?&][\w-]{0,40}(?:token|secret|password|api_?key|signature)=)[^&\s"']{1,2000}/gi;
const BEFORE_HOST = /(:\/\/[^\s:/@]{1,200}:)[^\s/@]{1,200}@/g;
/** Headers about the connection, which say who sends but not what. */
const CONNECTION = /^(?:host|connection|content-length|forwarded|x-forwarded-.*|x-real-ip|accept(?:-.*)?|transfer-.*)$/;

const splitWords = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();

/** A copy of a payload without what is secret by its name. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(IN_QUERY, `$1${REMOVED}`).replaceAll(BEFORE_HOST, `$1${REMOVED}@`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  const entries = Object.entries(value).map(([name, one]) => {
    const isSecret = SECRET.test(splitWords(name.slice(0, 200))) && typeof one !== 'object';
    return [name, isSecret ? REMOVED : withoutSecrets(one)] as const;
  });
  return Object.fromEntries(entries);
}

/** Subtracts the length of a value’s JSON, or a little less, from what is left. Stops when that is nothing. */
function subtractLength(left: number, value: unknown): number {
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left - 1;
  if (Array.isArray(value)) {
    for (const one of value) if ((left = subtractLength(left, one)) < 0) break;
    return left;
  }
  for (const name in value)
    if ((left = subtractLength(left - name.length, (value as Record<string, unknown>)[name])) < 0) break;
  return left;
}

/** What the log keeps of a delivery, as JSON; null: it is too long. */
export function logContent({ payload, headers, query }: Delivery): string | null {
  // A payload of a megabyte is not copied first.
  if (subtractLength(LIMITS.kept_delivery_length, payload) < 0) return null;
  const sent = Object.entries(headers).filter(([name]) => !CONNECTION.test(name));
  const text = JSON.stringify(withoutSecrets({ payload, headers: Object.fromEntries(sent), query }));
  return text.length <= LIMITS.kept_delivery_length ? text : null;
}
