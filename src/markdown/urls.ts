/** Blanks, control characters and invisible direction marks. No link may contain them. */
const FORBIDDEN = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns the URL for an `href`, or undefined if it must not become a link. */
export function allowedUrl(url: string): string | undefined {
  const trimmed = url.trim().replaceAll(' ', '%20');
  if (FORBIDDEN.test(trimmed)) return undefined;
  if (/^https?:\/\/[^/\\?#]/i.test(trimmed) || /^(?:mailto|tel|sms):./i.test(trimmed)) return trimmed;
  // Two slashes in either direction would leave this server. Browsers treat both alike.
  return /^(?:#|\/(?![/\\]))/.test(trimmed) ? trimmed : undefined;
}

const CLOSERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * The length of the URL at the beginning of `text`, which has no blanks. Trailing punctuation and a bracket that was
 * opened before it do not belong to it.
 */
export function urlLength(text: string): number {
  const balance: Record<string, number> = {};
  for (const char of text) balance[char] = (balance[char] ?? 0) + 1;
  let end = text.length;
  while (end > 0) {
    const char = text[end - 1]!;
    const opener = CLOSERS[char];
    const trailing = opener === undefined ? /[.,:;!?'*~|>]/.test(char) : (balance[char] ?? 0) > (balance[opener] ?? 0);
    if (!trailing) break;
    balance[char] = (balance[char] ?? 0) - 1;
    end--;
  }
  return end;
}

/** Zulip's encoding of a name in a URL's part after `#narrow`. */
export function hashEncoded(text: string): string {
  const encoded = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase(),
  );
  return encoded.replaceAll('.', '%2E').replaceAll('%', '.');
}

export function channelUrl(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${hashEncoded(`${channel.id}-${channel.name.replaceAll(' ', '-')}`)}`;
}

export function topicUrl(channel: { id: number; name: string }, topic: string): string {
  return `${channelUrl(channel)}/topic/${hashEncoded(topic)}`;
}
