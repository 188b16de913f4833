import type { App } from '../app.ts';
import { type Html, html } from './kit/html.ts';
import type { PageTranslator } from './kit/translate.ts';

/** Links to the operator's terms, privacy policy and imprint, if there are any. */
export function legalLinks({ config }: App, t: PageTranslator['t']): Html | undefined {
  const { termsUrl, privacyUrl, imprintUrl } = config.choices;
  const links = [
    termsUrl !== undefined && html`<a href="${termsUrl}">${t('Terms of service')}</a>`,
    privacyUrl !== undefined && html`<a href="${privacyUrl}">${t('Privacy policy')}</a>`,
    imprintUrl !== undefined && html`<a href="${imprintUrl}">${t('Imprint')}</a>`,
  ].filter((link) => link !== false);
  return links.length === 0 ? undefined : html`<footer>${links}</footer>`;
}

/** The operator's sentence for people who create an account. */
export const joinNote = ({ config }: App): Html | undefined =>
  config.choices.joinNote === undefined ? undefined : html`<p class="hint">${config.choices.joinNote}</p>`;
