import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { LogOut } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';

/** Ends the sessions of everybody, such as after an incident. */
export const SignOutEveryone = () => (
  <SettingsSection
    title={t('Sign out everyone')}
    note={t('Ends all sessions, for example after a security incident. You stay signed in here.')}
  >
    <div>
      <Button kind="danger" icon={LogOut} onClick={() => (dialog.value = <SignOutDialog />)}>
        {t('Sign out everyone…')}
      </Button>
    </div>
  </SettingsSection>
);

function SignOutDialog() {
  const withKeys = useSignal(false);
  const act = async () => {
    await request('DELETE /sessions', { api_keys: withKeys.peek() });
    toast(t('Everyone else is signed out.'));
  };
  return (
    <FormDialog title={t('Sign out everyone?')} action={t('Sign out everyone')} danger act={act}>
      <p>{t('All browsers and desktop apps have to sign in again.')}</p>
      <label class="line-check">
        <input
          type="checkbox"
          checked={withKeys.value}
          onChange={(event) => (withKeys.value = event.currentTarget.checked)}
        />
        {t('Also replace everyone’s API key, so that phones and programs have to sign in again')}
      </label>
      <p class="settings-note">{t('Bots keep their API keys.')}</p>
    </FormDialog>
  );
}
