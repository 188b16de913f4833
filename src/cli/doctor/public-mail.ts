import type { Resolver } from 'node:dns/promises';
import { isMissing } from './dns.ts';
import { type Finding, fact, judged } from './finding.ts';

/** Checks what DNS tells other mail servers about mail from a domain, and about received mail. */
export async function* checkMail({ sender, receiver }: Domains, dns: Resolver): AsyncGenerator<Finding> {
  try {
    if (receiver !== undefined) yield await checkReceiver(receiver, dns);
    if (sender !== undefined) yield* checkSender(sender, dns);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    yield judged('mail', false, `The DNS server did not answer (${code}): try again, or use --resolver`, 'problem');
  }
}

interface Domains {
  /** Of the address that mail comes from; undefined: none is sent. */
  sender: string | undefined;
  /** Of the addresses of received mail; undefined: none is received here. */
  receiver: string | undefined;
}

async function* checkSender(domain: string, dns: Resolver): AsyncGenerator<Finding> {
  const hosts = await find(() => dns.resolveMx(domain));
  yield judged(
    'mail',
    hosts.length > 0,
    hosts.length > 0
      ? `${domain} receives mail at ${hosts.map(({ exchange }) => exchange || 'no server').join(', ')}`
      : `${domain} has no MX record, and some servers reject mail from such a domain: create one, or choose another --mail-from`,
  );
  yield judgeSpf(domain, await findTexts(domain, 'v=spf1', dns));
  yield await judgeDkim(domain, dns);
  yield judgeDmarc(domain, await findDmarc(domain, dns));
}

async function checkReceiver(domain: string, dns: Resolver): Promise<Finding> {
  const hosts = await find(() => dns.resolveMx(domain));
  const text =
    hosts.length > 0
      ? `mail to ${domain} goes to ${hosts.map(({ exchange }) => exchange).join(', ')}`
      : `${domain} has no MX record: mail to channels does not arrive. Create one with the name of this server`;
  return judged('mail', hosts.length > 0, text, 'problem');
}

function judgeSpf(domain: string, records: readonly string[]): Finding {
  const [record, ...others] = records;
  if (record === undefined)
    return judged(
      'spf',
      false,
      `${domain} has no SPF record, and mail may count as spam: create a TXT record such as "v=spf1 mx -all"`,
    );
  if (others.length > 0)
    return judged(
      'spf',
      false,
      `${domain} has ${records.length} SPF records, and so none counts: join them into one`,
      'problem',
    );
  const isOpen = /(^|\s)\+?all(\s|$)/i.test(record);
  const text = `${domain} has ${JSON.stringify(record)}`;
  return judged(
    'spf',
    !isOpen,
    isOpen ? `${text}, which lets everybody send: end it with -all or ~all` : text,
    'problem',
  );
}

/** The names of keys cannot be guessed. But if nothing exists below `_domainkey`, there is no key. */
async function judgeDkim(domain: string, dns: Resolver): Promise<Finding> {
  const code = await dns.resolveTxt(`_domainkey.${domain}`).then(
    () => 'found',
    (error) => error.code as string,
  );
  if (code === 'ENOTFOUND')
    return judged('dkim', false, `${domain} has no DKIM key: let your mail server sign mail, and publish its key`);
  return fact('dkim', `whether mail from ${domain} is signed shows in a mail of klatch mail test`);
}

async function findDmarc(domain: string, dns: Resolver): Promise<readonly string[]> {
  const labels = domain.split('.');
  for (let at = 0; at <= Math.max(0, labels.length - 2); at++) {
    const found = await findTexts(`_dmarc.${labels.slice(at).join('.')}`, 'v=DMARC1', dns);
    if (found.length > 0) return found;
  }
  return [];
}

function judgeDmarc(domain: string, [record]: readonly string[]): Finding {
  if (record === undefined)
    return judged(
      'dmarc',
      false,
      `${domain} has no DMARC record, which large mail services ask for: create a TXT record _dmarc.${domain} such as "v=DMARC1; p=none"`,
    );
  return judged('dmarc', true, `${domain} has ${JSON.stringify(record)}`);
}

/** The TXT records of a name that begin with a text. */
async function findTexts(name: string, beginning: string, dns: Resolver): Promise<string[]> {
  const records = await find(() => dns.resolveTxt(name));
  return records.map((parts) => parts.join('')).filter((text) => text.startsWith(beginning));
}

/** What a lookup finds; nothing if there is none. Throws if the DNS server fails. */
const find = <T>(look: () => Promise<T[]>): Promise<T[]> =>
  look().catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error.code)) return [];
    throw error;
  });
