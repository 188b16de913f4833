import { t } from '../i18n/text.ts';
import { store } from '../store/store.ts';

/** Links to the operator's terms, privacy policy and imprint, for visitors without an account. */
export function LegalLinks() {
  const { server_terms_url, server_privacy_url, server_imprint_url } = store.realm.value;
  const links = (
    [
      [server_terms_url, t('Terms of service')],
      [server_privacy_url, t('Privacy policy')],
      [server_imprint_url, t('Imprint')],
    ] as const
  ).filter(([url]) => url);
  if (links.length === 0) return null;
  return (
    <ul class="legal-links" aria-label={t('Legal information')}>
      {links.map(([url, name]) => (
        <li key={name}>
          <a href={String(url)} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
