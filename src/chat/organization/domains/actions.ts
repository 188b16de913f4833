import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { asciiDomain } from '../../../kernel/mail/address-forms.ts';
import { writeRealm } from '../realm/actions.ts';
import { ONE_ROW, requireRoom } from '../row-limits/rules.ts';
import { domainAdded, domainChanged, domainRemoved } from './events.ts';
import type { RealmDomain } from './types.ts';

/** Allows addresses of a domain. Throws for invalid and existing domains. Returns its id. */
export function addDomain(app: App, realmDomain: RealmDomain): number {
  const domain = requireDomainName(realmDomain.domain);
  if (app.realmDomains.named(domain)) throw badRequest(`The domain ${domain} is already a part of your organization.`);
  requireRoom(app, 'realm_domain', ONE_ROW);
  const realm_domain = { ...realmDomain, domain };
  return app.db.write(() => {
    const { id } = app.realmDomains.add(domain, realmDomain.allow_subdomains ? 1 : 0);
    app.events.publish(domainAdded({ realm_domain }), app.users.activeIds());
    return id;
  });
}

/** Allows or forbids addresses of subdomains. */
export function changeDomain(app: App, { domain, allow_subdomains }: RealmDomain): void {
  const current = requireDomain(app, domain);
  if (current.allow_subdomains === allow_subdomains) return;
  app.db.write(() => {
    app.realmDomains.change(allow_subdomains ? 1 : 0, current.domain);
    app.events.publish(
      domainChanged({ realm_domain: { domain: current.domain, allow_subdomains } }),
      app.users.activeIds(),
    );
  });
}

/** Removes a domain. Removing the last one removes the restriction, since otherwise nobody could join. */
export function removeDomain(app: App, input: string): void {
  const { domain } = requireDomain(app, input);
  app.db.write(() => {
    app.realmDomains.remove(domain);
    app.events.publish(domainRemoved({ domain }), app.users.activeIds());
    if (app.realmDomains.all().length > 0 || !app.realm.get('emails_restricted_to_domains')) return;
    writeRealm(app, { emails_restricted_to_domains: false });
  });
}

function requireDomain(app: App, domain: string): RealmDomain {
  const found = app.realmDomains.named(asciiDomain(domain.trim()).toLowerCase());
  if (!found) throw badRequest(`No entry found for domain ${domain}.`);
  return found;
}

/** Returns a domain as it is stored: in ASCII and lower case. Throws if it cannot be part of an address. */
function requireDomainName(input: string): string {
  const domain = asciiDomain(input.trim()).toLowerCase();
  const wrong = (why: string) => badRequest(`Invalid domain: ${why}`);
  if (domain === '') throw wrong("Domain can't be empty.");
  if (!domain.includes('.')) throw wrong('Domain must have at least one dot (.)');
  if (domain.startsWith('.') || domain.endsWith('.')) throw wrong('Domain cannot start or end with a dot (.)');
  if (domain.length > 80) throw wrong('Domain is too long');
  for (const part of domain.split('.')) {
    if (part === '') throw wrong("Consecutive '.' are not allowed.");
    if (part.startsWith('-') || part.endsWith('-')) throw wrong("Subdomains cannot start or end with a '-'.");
    if (!/^[a-z0-9-]+$/.test(part)) throw wrong("Domain can only have letters, numbers, '.' and '-'s.");
  }
  return domain;
}
