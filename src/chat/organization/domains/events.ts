import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { RealmDomain } from './types.ts';

export const realmDomains = state('realm_domains', { realm_domains: Type.Array(RealmDomain) }, ({ app }) => ({
  realm_domains: app.realmDomains.all(),
}));

export const domainAdded = event('realm_domains', 'add', { realm_domain: RealmDomain });
export const domainChanged = event('realm_domains', 'change', { realm_domain: RealmDomain });
export const domainRemoved = event('realm_domains', 'remove', { domain: Type.String() });
