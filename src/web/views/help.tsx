import { Dialog, dialog } from '../design/layers.tsx';
import { Switch } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { allowSingleKeys, SHORTCUTS, type Shortcut, singleKeys } from '../keys.ts';

const GROUPS = [
  ['Go', () => t('Go')],
  ['Read', () => t('Read')],
  ['Write', () => t('Write')],
  ['Other', () => t('Other')],
] as const;

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', PageDown: 'PgDn', PageUp: 'PgUp', Escape: 'Esc' };
const shown = (key: string): string => NAMES[key] ?? key.replace('Ctrl+', 'Ctrl ');

/** Who speaks to the computer, or types by mistake, does without single keys. */
const SingleKeys = () => (
  <Switch label={t('Single keys do something, not only Ctrl and a key')} on={singleKeys.value} onChange={allowSingleKeys} />
);

/** The table of shortcuts, as it is. */
export function showHelp(): void {
  dialog.value = (
    <Dialog title={t('Keyboard shortcuts')} close={t('Close')} wide>
      <SingleKeys />
      <div class="shortcuts">
        {GROUPS.map(([group, name]) => (
          <section key={group}>
            <h3>{name()}</h3>
            <dl>
              {Object.values<Shortcut>(SHORTCUTS)
                .filter((one) => one.group === group)
                .map(({ keys, what }) => (
                  <div key={what}>
                    <dt>{t(what)}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{shown(key)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
