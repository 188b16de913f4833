import type { App } from '../../../app.ts';
import { BROWSER, loginPath, methodOf, providersOf, signupPath } from './providers.ts';
import type { Provider } from './types.ts';

export interface ExternalMethod {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

/**
 * The methods that open a page in a browser, for GET /server_settings. One of them is this server's own sign-in page,
 * if anybody needs more than a password: apps can only ask for that.
 */
export function externalMethods(app: App): ExternalMethod[] {
  const { passwordLogin } = app.config.choices;
  const isUsed = app.secondFactors.inUse() === 1 || app.realm.get('second_factor_required_role') > 0;
  const browser = passwordLogin && isUsed ? [method({ name: BROWSER, displayName: 'Browser' }, BROWSER)] : [];
  const providers = providersOf(app.config).map((provider) =>
    method(provider, methodOf(provider) === 'openid connect' ? `oidc:${provider.name}` : provider.name),
  );
  return [...providers, ...browser];
}

const method = (provider: Pick<Provider, 'name' | 'displayName'>, name: string): ExternalMethod => ({
  name,
  display_name: provider.displayName,
  display_icon: null,
  login_url: loginPath(provider),
  signup_url: signupPath(provider),
});
