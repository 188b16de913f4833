import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../audit-log/types.ts';
import * as actions from './actions.ts';
import { RealmDomain } from './types.ts';

const { domain, allow_subdomains } = RealmDomain.properties;

export const getRealmDomains = endpoint({
  method: 'GET',
  path: '/realm/domains',
  summary: 'Get the allowed e-mail domains',
  returns: { domains: Type.Array(RealmDomain) },
  handle: ({ app }) => ({ domains: app.realmDomains.all() }),
});

export const addRealmDomain = endpoint({
  method: 'POST',
  path: '/realm/domains',
  summary: 'Allow an e-mail domain',
  auth: 'owner',
  params: { domain, allow_subdomains },
  returns: { new_domain: Type.Array(Type.Union([Type.Integer(), Type.String()])) },
  audit: settingsChange('allowed domains'),
  handle: ({ app, params }) => ({ new_domain: [actions.addDomain(app, params), params.domain.trim().toLowerCase()] }),
});

export const updateRealmDomain = endpoint({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  summary: 'Allow or forbid subdomains of an e-mail domain',
  auth: 'owner',
  params: { domain, allow_subdomains },
  audit: settingsChange('allowed domains'),
  handle: ({ app, params }) => actions.changeDomain(app, params),
});

export const deleteRealmDomain = endpoint({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  summary: 'Remove an allowed e-mail domain',
  auth: 'owner',
  params: { domain },
  audit: settingsChange('allowed domains'),
  handle: ({ app, params }) => actions.removeDomain(app, params.domain),
});
