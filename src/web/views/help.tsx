import { Switch } from '../design/field.tsx';
import { Dialog } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { keyName } from '../keyboard/key-names.ts';
import { DESCRIBED_SHORTCUTS } from '../keyboard/shortcut-descriptions.ts';
import { allowSingleKeys } from '../keyboard/shortcuts.ts';
import { dialog } from '../store/local/layers.ts';
import { singleKeys } from '../store/local/shortcuts.ts';

const GROUPS = [
  ['Go', () => t('Navigation')],
  ['Read', () => t('Reading')],
  ['Write', () => t('Writing')],
  ['Other', () => t('Other')],
] as const;

/** The setting that turns off single-key shortcuts, for users of speech input and against accidental key presses. */
const SingleKeys = () => (
  <Switch label={t('Single-letter shortcuts')} on={singleKeys.value} onChange={allowSingleKeys} />
);

/** The server's documentation, which opens in a new tab. */
const HELP = '/help';

/** Shows the table of shortcuts. */
export function showHelp(): void {
  dialog.value = (
    <Dialog title={t('Keyboard shortcuts')} close={t('Close')} wide>
      <SingleKeys />
      <p class="help-link">
        <a href={HELP} target="_blank" rel="noopener">
          {t('Open help')}
        </a>
      </p>
      <div class="shortcuts">
        {GROUPS.map(([group, name]) => (
          <section key={group}>
            <h3>{name()}</h3>
            <dl>
              {DESCRIBED_SHORTCUTS.filter((shortcut) => shortcut.group === group).map(
                ({ name: shortcut, keys, description }) => (
                  <div key={shortcut}>
                    <dt>{t(description)}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{keyName(key)}</kbd>
                      ))}
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
