import { Resolver } from 'node:dns/promises';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { trustAuthorities } from '../../kernel/tls/authorities.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import type { Settings } from '../../settings/table.ts';
import { checkBackups } from './backups.ts';
import { type Finding, fact, judged } from './finding.ts';
import { checkMail } from './public-mail.ts';
import { checkSite } from './public-site.ts';
import { findSettings } from './settings.ts';

export interface PublicOptions extends CommandOptions {
  /** The DNS server to ask, as `ADDRESS:PORT`; undefined: that of this machine. */
  resolver?: string | undefined;
}

/** Checks the server as others see it. `httpPort`: that of the redirect to HTTPS. */
export async function* runPublicChecks(options: PublicOptions, httpPort = 80): AsyncGenerator<Finding> {
  const { settings, wrong, sendsMail } = await findSettings(options);
  for (const line of wrong) yield judged('configuration', false, line, 'problem');
  if (wrong.length > 0) return;
  const dns = openResolver(options.resolver);
  if (settings.extraCa !== undefined) trustAuthorities(settings.extraCa);
  const sites = publicSites(settings);
  if (sites.length === 0)
    return yield judged('address', false, 'there is none: set public-url or domains to what users open', 'problem');
  for (const url of sites) yield* checkSite({ url, dns, httpPort });
  yield* checkMailSettings({ ...settings, sendsMail, host: sites[0]!.hostname }, dns);
  yield await checkBackups({ ...settings, dataDir: dataFolder(options.data) });
}

/** The URLs that users open. */
function publicSites({ publicUrl, domains = [] }: Settings): URL[] {
  const urls = [...(publicUrl === undefined ? [] : [publicUrl]), ...domains.map((domain) => `https://${domain}`)];
  return [...new Set(urls.map((url) => new URL(url).origin))].map((origin) => new URL(origin));
}

/** Throws Failure for something else than the address of a server. */
function openResolver(address: string | undefined): Resolver {
  const dns = new Resolver({ timeout: 3000, tries: 2 });
  try {
    if (address !== undefined) dns.setServers([address]);
    return dns;
  } catch (error) {
    throw new Failure(EXIT.usage, `--resolver must be an IP address, with or without a port: ${getReason(error)}`);
  }
}

/** `host`: whose address mail comes from if `mail-from` is not set. */
async function* checkMailSettings(
  { sendsMail, host, mailFrom, mailListen, mailInAddress }: Settings & { sendsMail: boolean; host: string },
  dns: Resolver,
): AsyncGenerator<Finding> {
  if (!sendsMail) yield fact('mail', 'is not sent: smtp-url is not set');
  const [, domain = host] = /@([^\s@<>]+)>?\s*$/.exec(mailFrom ?? '') ?? [];
  const receiver = mailListen && mailInAddress?.split('@').at(-1);
  yield* checkMail({ sender: sendsMail ? domain : undefined, receiver }, dns);
}
