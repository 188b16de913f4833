import type { App } from '../../../app.ts';
import { openid } from './client.ts';
import { providerFailure } from './provider-failures.ts';
import { providersOf } from './providers.ts';

/** The part of a session that says how its user signed in. */
interface SignedInBy {
  provider: string | null;
  id_token: string | null;
}

/**
 * Returns the address that ends the session at the provider too, and then leads back to `returnTo`. undefined: the user
 * signed in by another method, the provider does not support it, or it does not answer.
 */
export async function providerSignOut(
  app: App,
  session: SignedInBy | undefined,
  returnTo: string,
): Promise<string | undefined> {
  const provider = providersOf(app.config).find(({ name }) => name === session?.provider);
  if (!provider?.logout || !session?.id_token || provider.protocol !== 'openid') return undefined;
  try {
    const configuration = await app.memory.providerClients.of(provider);
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    const { buildEndSessionUrl } = await openid();
    const parameters = { id_token_hint: session.id_token, post_logout_redirect_uri: returnTo };
    return buildEndSessionUrl(configuration, parameters).href;
  } catch (error) {
    const reason = providerFailure(error, provider.issuer);
    app.log.warn({ provider: provider.name, reason }, 'an identity provider did not answer');
    return undefined;
  }
}
