import { iconPath, listProviders, loginPath, signupPath } from '../chat/people/identities/rules.ts';
import { type Html, html } from './kit/html.ts';
import type { Visit } from './kit/visit.ts';

/** Links that start a sign-in, or a registration, at each identity provider. `query` is added to their addresses. */
export function providerButtons({ app, t }: Visit, query: string, isNew = false): Html | undefined {
  const providers = listProviders(app.config);
  if (providers.length === 0) return undefined;
  const path = isNew ? signupPath : loginPath;
  return html`<ul class="providers">${providers.map(
    (provider) =>
      html`<li><a class="button quiet" href="${path(provider) + query}"><img src="${iconPath(provider.name)}" alt="" width="20" height="20">${t('Continue with {provider}', { provider: provider.displayName })}</a></li>`,
  )}</ul>`;
}
