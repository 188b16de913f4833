import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { RealmDomain } from './types.ts';

export const realmDomainRepository = (db: Database) => ({
  all: db.all<RealmDomain, []>('SELECT domain, allow_subdomains FROM realm_domain ORDER BY id', domain),
  named: db.get<RealmDomain, [domain: string]>(
    'SELECT domain, allow_subdomains FROM realm_domain WHERE domain = ?',
    domain,
  ),
  add: db.run<[domain: string, allowSubdomains: number]>(
    'INSERT INTO realm_domain (domain, allow_subdomains) VALUES (?, ?)',
  ),
  change: db.run<[allowSubdomains: number, domain: string]>(
    'UPDATE realm_domain SET allow_subdomains = ? WHERE domain = ?',
  ),
  remove: db.run<[domain: string]>('DELETE FROM realm_domain WHERE domain = ?'),
});

const domain = (row: RowOf<RealmDomain>): RealmDomain => ({ ...row, allow_subdomains: row.allow_subdomains === 1 });
