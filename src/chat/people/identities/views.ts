import type { Config } from '../../../kernel/config.ts';
import { loginPath, methodOf, providersOf, signupPath } from './providers.ts';

export interface ExternalMethod {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

/** The methods that open a page in a browser, for GET /server_settings. */
export function externalMethods(config: Config): ExternalMethod[] {
  return providersOf(config).map((provider) => ({
    name: methodOf(provider) === 'openid connect' ? `oidc:${provider.name}` : provider.name,
    display_name: provider.displayName,
    display_icon: null,
    login_url: loginPath(provider),
    signup_url: signupPath(provider),
  }));
}

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
  return { Email: { enabled: config.choices.passwordLogin, available: true }, ...Object.fromEntries(named) };
}
