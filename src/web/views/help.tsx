import { Dialog, dialog } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { SHORTCUTS, type Shortcut } from '../keys.ts';

const GROUPS = [
  ['Go', () => t('Go')],
  ['Read', () => t('Read')],
  ['Write', () => t('Write')],
  ['Other', () => t('Other')],
] as const;

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', PageDown: 'PgDn', PageUp: 'PgUp', Escape: 'Esc' };
const shown = (key: string): string => NAMES[key] ?? key.replace('Ctrl+', 'Ctrl ');

/** The table of shortcuts, as it is. */
export function showHelp(): void {
  dialog.value = (
    <Dialog title={t('Keyboard shortcuts')} close={t('Close')} wide>
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
