import { copyAndReport } from '../../design/clipboard.ts';
import { Copy } from '../../design/icons.ts';
import { Dialog } from '../../design/layers.tsx';
import { Download } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';
import { save as saveFile } from './zuliprc.ts';

/** Shows new recovery codes. They are not shown again. */
export function showRecoveryCodes(codes: readonly string[]): void {
  dialog.value = <RecoveryCodes codes={codes} />;
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <Dialog title={t('Save your recovery codes')} close={t('Close')}>
      <div class="form">
        <p>{t('Each code replaces your second step once, if you lose your phone. They aren’t shown again.')}</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <footer class="form-buttons">
          <Button icon={Copy} onClick={() => void copyAndReport(text)}>
            {t('Copy')}
          </Button>
          <Button kind="primary" icon={Download} onClick={() => saveFile('recovery-codes.txt', `${text}\n`)}>
            {t('Download')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
