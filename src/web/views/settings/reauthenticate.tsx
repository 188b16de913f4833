import { Dialog } from '../../design/layers.tsx';
import { RequestError } from '../../errors/request-error.ts';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';

/** Whether the server wants a sign-in of the last minutes for this. */
export const needsFreshSignIn = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'REAUTHENTICATION_REQUIRED';

/** The address that lets the user sign in again and come back to this page. */
export const signInAgainAddress = (): string => `/login/?again=1&next=${encodeURIComponent(`/${location.hash}`)}`;

/** Does something that needs a fresh sign-in. If the last one was too long ago, offers to sign in again. */
export async function withFreshSignIn(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!needsFreshSignIn(error)) throw error;
    dialog.value = <SignInAgain />;
  }
}

function SignInAgain() {
  return (
    <Dialog title={t('Confirm that it’s you')} close={t('Close')}>
      <div class="form">
        <p>{t('For your security, sign in again before you change this. You’ll come back to this page.')}</p>
        <footer class="form-buttons">
          <a class="button button-primary" href={signInAgainAddress()}>
            {t('Sign in again')}
          </a>
        </footer>
      </div>
    </Dialog>
  );
}
