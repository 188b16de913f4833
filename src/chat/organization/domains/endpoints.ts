import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { RealmDomain } from './types.ts';

const { domain, allow_subdomains } = RealmDomain.properties;

export const getRealmDomains = endpoint({
  method: 'GET',
  path: '/realm/domains',
  summary: 'Get the domains whose addresses may have accounts',
  returns: { domains: Type.Array(RealmDomain) },
  handle: ({ app }) => ({ domains: app.realmDomains.all() }),
});

export const addRealmDomain = endpoint({
  method: 'POST',
  path: '/realm/domains',
  summary: 'Let addresses of a domain have accounts',
  auth: 'owner',
  params: { domain, allow_subdomains },
  returns: { new_domain: Type.Array(Type.Union([Type.Integer(), Type.String()])) },
  handle: ({ app, params }) => ({ new_domain: [actions.addDomain(app, params), params.domain.trim().toLowerCase()] }),
});

export const updateRealmDomain = endpoint({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  summary: 'Let addresses of a domain’s subdomains in, or keep them out',
  auth: 'owner',
  params: { domain, allow_subdomains },
  handle: ({ app, params }) => actions.changeDomain(app, params),
});

export const deleteRealmDomain = endpoint({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  summary: 'Take a domain off the list',
  auth: 'owner',
  params: { domain },
  handle: ({ app, params }) => actions.removeDomain(app, params.domain),
});
