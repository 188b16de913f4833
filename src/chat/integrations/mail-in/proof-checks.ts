import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { App } from '../../../app.ts';
import { MAIL_LIMITS, type ReadMail } from '../../../kernel/mail/reading/types.ts';
import type { Resolver } from './memory.ts';
import type { SenderProof } from './types.ts';

/** A mail as it came in by SMTP. */
export interface SmtpDelivery {
  path: string;
  /** The address of the client that delivered it, and how it introduced itself. */
  ip: string;
  helo: string;
  /** The sender of the envelope; empty: none. */
  returnPath: string;
}

/** A mail with more signatures is not checked: each needs a query. */
const MOST_SIGNATURES = 10;
const QUERY_TIMEOUT = 5000;

/**
 * Checks whether a mail proves that it is from the domain of its sender, by DMARC. For a domain without DMARC, a
 * signature (DKIM) or a client (SPF) of exactly this domain proves it. Only mails of members are checked, since the
 * others need no proof.
 */
export async function proveSender(app: App, delivery: SmtpDelivery, { from }: ReadMail): Promise<SenderProof> {
  if (!from || !app.users.byEmail(from.address)) return { isProven: false, evidence: 'no member has this address' };
  if ((await countSignatures(delivery.path)) > MOST_SIGNATURES)
    return { isProven: false, evidence: 'too many DKIM signatures' };
  const resolver = app.memory.mailListening.resolver ?? (await dnsResolver());
  try {
    return await checkDomain(delivery, { resolver, address: from.address.toLowerCase(), mta: app.config.realmHost });
  } catch (error) {
    app.log.warn({ err: error }, 'the sender of a mail could not be checked');
    return { isProven: false, evidence: 'the check failed' };
  }
}

interface Check {
  resolver: Resolver;
  /** That in From. */
  address: string;
  /** The name of this server. */
  mta: string;
}

async function checkDomain({ path, ip, helo, returnPath }: SmtpDelivery, { resolver, address, mta }: Check) {
  // A bundle of these packages has only a default export.
  const [dkimModule, spfModule, dmarcModule] = await Promise.all([
    import('mailauth/lib/dkim/verify.js'),
    import('mailauth/lib/spf/index.js'),
    import('mailauth/lib/dmarc/index.js'),
  ]);
  const { dkimVerify } = dkimModule.default;
  const { spf } = spfModule.default;
  const { dmarc } = dmarcModule.default;
  const query = resolver as never;
  const dkim = await dkimVerify(createReadStream(path), { resolver: query, sender: returnPath });
  const fromClient = await spf({ resolver: query, ip, helo, sender: returnPath, mta });
  if (dkim.headerFrom.length !== 1 || dkim.headerFrom[0]?.toLowerCase() !== address)
    return { isProven: false, evidence: 'several senders' };
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // Others can append text to a mail if a signature covers only its beginning.
  const passing = dkim.results.filter(({ status }) => status.result === 'pass' && !status.underSized);
  const isClient = fromClient.status.result === 'pass';
  const policy = await dmarc({
    headerFrom: dkim.headerFrom,
    spfDomains: isClient && fromClient.domain ? [fromClient.domain] : [],
    dkimDomains: passing.map(({ signingDomain, status }) => ({ domain: signingDomain, aligned: status.aligned })),
    resolver: query,
  } as never);
  const result = policy === false ? 'none' : policy.status.result;
  const evidence = `dmarc=${result} dkim=${passing.length > 0 ? 'pass' : 'none'} spf=${fromClient.status.result}`;
  const isSameDomain =
    passing.some(({ signingDomain }) => signingDomain.toLowerCase() === domain) ||
    (isClient && fromClient.domain?.toLowerCase() === domain);
  return { isProven: result === 'pass' || (result === 'none' && isSameDomain), evidence };
}

/** Reads only the beginning of the mail, which contains the headers. */
async function countSignatures(path: string): Promise<number> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(MAIL_LIMITS.headers);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return (
      buffer
        .subarray(0, bytesRead)
        .toString('latin1')
        .match(/^dkim-signature:/gim)?.length ?? 0
    );
  } finally {
    await file.close();
  }
}

async function dnsResolver(): Promise<Resolver> {
  const { Resolver: Dns } = await import('node:dns/promises');
  const dns = new Dns({ timeout: QUERY_TIMEOUT, tries: 2 });
  return (name, type) => dns.resolve(name, type as 'TXT');
}
