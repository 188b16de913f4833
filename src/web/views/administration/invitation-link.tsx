import { CopyField } from '../../design/copy.tsx';
import { Dialog } from '../../design/layers.tsx';
import { QrCode } from '../../design/qr.tsx';
import { isOfThisComputer } from '../../design/sharing.ts';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';

/** Shows a link to share, with a copy button and a QR code. */
export function showLink(url: string): void {
  dialog.value = (
    <Dialog title={t('Invitation link')} close={t('Close')}>
      <div class="invite-link">
        <QrCode text={url} label={t('QR code of the link')} />
        <CopyField label={t('Link')} text={url} />
        {isOfThisComputer(new URL(url).hostname) && (
          <p class="notice">
            {t('This link only works on this computer. Open the chat at its public address to create one for others.')}
          </p>
        )}
        <p class="settings-note">{t('Anyone with this link can join. You can revoke it under “Invitations”.')}</p>
      </div>
    </Dialog>
  );
}
