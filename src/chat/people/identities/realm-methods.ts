import type { Config } from '../../../settings/config.ts';
import { methodOf, providersOf } from './providers.ts';

/** The names of the methods in the organization's settings. */
const REALM_METHODS: Readonly<Record<string, string>> = {
  google: 'Google',
  azuread: 'AzureAD',
  gitlab: 'GitLab',
  github: 'GitHub',
  apple: 'Apple',
  'openid connect': 'OpenID Connect',
};

/** The organization's methods. The operator chooses them, so those that exist are enabled. */
export function realmMethods(config: Config): Record<string, { enabled: boolean; available: boolean }> {
  const on = { enabled: true, available: true };
  const named = providersOf(config).map((provider) => [REALM_METHODS[methodOf(provider)]!, on] as const);
  const ldap = config.choices.ldap && config.choices.passwordLogin ? [['LDAP', on] as const] : [];
  return {
    Email: { enabled: config.choices.passwordLogin, available: true },
    ...Object.fromEntries([...ldap, ...named]),
  };
}
