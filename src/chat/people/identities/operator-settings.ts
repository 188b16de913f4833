import { words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';
import { directory } from './directory-settings.ts';
import { issuer, providers } from './provider-settings.ts';

/** The operator's settings about identity providers and directories. */
export const IDENTITY_SETTINGS = {
  oidcIssuer: setting(issuer, 'OpenID Connect provider that users sign in with: its issuer URL'),
  oidcName: setting(words('<name>'), 'name of this provider on the sign-in page (default: its host name)'),
  oidcClientId: setting(words('<id>'), 'this server’s client ID at the provider'),
  oidcClientSecret: setting(words('<word>'), 'this server’s client secret at the provider', { secret: true }),
  oidc: setting(providers, 'several providers: [[oidc]] tables in klatch.toml; see docs/sign-in.md', { secret: true }),
  ldap: setting(directory, 'directory whose users sign in with their passwords: an [ldap] table in klatch.toml', {
    secret: true,
  }),
};
