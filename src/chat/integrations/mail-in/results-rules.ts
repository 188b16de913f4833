import type { ReadMail } from '../../../kernel/mail/reading/types.ts';
import type { SenderProof } from './types.ts';

const NONE: SenderProof = { isProven: false, evidence: 'no Authentication-Results of the configured mail server' };

/**
 * Whether a mail in a mailbox proves its sender: by the newest Authentication-Results of the mail server that the
 * operator trusts (RFC 8601). Senders can write the others themselves.
 */
export function proofInResults({ from, authentication }: ReadMail, server: string | undefined): SenderProof {
  const found = authentication.map(withoutComments).find((value) => readServer(value) === server?.toLowerCase());
  if (!from || server === undefined || found === undefined) return NONE;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  const results = found.split(';').slice(1).map(readResult);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  const evidence = results.map(({ method, value }) => `${method}=${value}`).join(' ') || 'no results';
  if (dmarc && dmarc.value !== 'none')
    return { isProven: dmarc.value === 'pass' && dmarc.properties.get('header.from') === domain, evidence };
  const isProven = results.some(
    ({ method, value, properties }) =>
      value === 'pass' &&
      ((method === 'dkim' && properties.get('header.d') === domain) ||
        (method === 'spf' && getDomain(properties.get('smtp.mailfrom')) === domain)),
  );
  return { isProven, evidence };
}

const readServer = (value: string): string => value.trim().split(/[\s;]/, 1)[0]!.toLowerCase();
const getDomain = (address = ''): string => address.slice(address.lastIndexOf('@') + 1);

/** Removes comments, which may be nested. */
function withoutComments(value: string): string {
  let depth = 0;
  let text = '';
  for (const char of value) {
    if (char === '(') depth += 1;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += char;
  }
  return text;
}

function readResult(text: string) {
  const [first = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  const [method = '', value = ''] = first.split('=', 2);
  const properties = new Map(rest.map((each) => each.split('=', 2) as [string, string]));
  return { method, value, properties };
}
