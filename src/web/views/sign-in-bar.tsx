import { LogIn } from '../design/icons.ts';
import { Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { LegalLinks } from './legal-links.tsx';

/** Replaces the compose box for visitors without an account. */
export function SignInBar() {
  return (
    <section class="compose sign-in-bar" translate={false} id="compose" aria-label={t('Sign in')}>
      <p>{t('You’re viewing this organization without an account.')}</p>
      <Button kind="primary" icon={LogIn} onClick={() => location.assign('/login')}>
        {t('Sign in to take part')}
      </Button>
      <LegalLinks />
    </section>
  );
}
