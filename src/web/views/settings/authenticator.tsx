import { useSignal } from '@preact/signals';
import { renderSVG } from 'uqr';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { showRecoveryCodes } from './recovery-codes.tsx';

interface Given {
  /** In base32. */
  secret: string;
  /** What the QR code contains. */
  uri: string;
  load: () => Promise<void>;
}

/** Shows the secret for an authenticator app, and asks for the first code. */
export function AddAuthenticator({ secret, uri, load }: Given) {
  const code = useSignal('');
  const act = async () => {
    const { recovery_codes } = await request('POST /users/me/authenticator', { secret, code: code.value });
    await load();
    toast(t('The authenticator app is set up.'));
    if (recovery_codes) showRecoveryCodes(recovery_codes);
  };
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2, ecc: 'M', pixelSize: 6 }))}`;
  return (
    <FormDialog
      title={t('Set up an authenticator app')}
      action={t('Turn on')}
      act={act}
      ready={/^\s*\d{3}\s?\d{3}\s*$/.test(code.value)}
    >
      <p>{t('Scan this code with an authenticator app, or enter the secret there.')}</p>
      <img class="qr" src={picture} alt={t('The secret as a QR code')} width={200} height={200} />
      <p class="secret">
        <code>{secret}</code>
      </p>
      <TextField name="code" label={t('Code from the app')} autocomplete="one-time-code" value={code} />
    </FormDialog>
  );
}
