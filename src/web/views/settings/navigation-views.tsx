import { confirm } from '../../design/form-dialog.tsx';
import { Trash2 } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingRow, SettingsSection, SwitchRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { MENTIONS, REACTIONS, STARRED } from '../built-in-views.ts';

/** The built-in views by the part of their address after #. */
const usual = (): [fragment: string, name: string][] => [
  ['inbox', t('Inbox')],
  ['recent', t('Recent conversations')],
  ['feed', t('Combined feed')],
  ...[MENTIONS, REACTIONS, STARRED].map(({ href, title }): [string, string] => [href.slice(1), title()]),
  ['drafts', t('Drafts')],
];

const show = (fragment: string, is_pinned: boolean): Promise<unknown> =>
  store.navigationViews.peek().has(fragment)
    ? request('PATCH /navigation_views/{fragment}', { fragment, is_pinned })
    : request('POST /navigation_views', { fragment, is_pinned });

/** The views in the left sidebar above the conversations. */
export function NavigationViews() {
  const own = store.navigationViews.value;
  const searches = [...own.values()].filter(({ name }) => name !== null);
  return (
    <SettingsSection title={t('Sidebar')} note={t('You can still open hidden views with their shortcuts or Ctrl+K.')}>
      <div class="settings-rows">
        {usual().map(([fragment, name]) => (
          <SwitchRow
            key={fragment}
            label={name}
            value={own.get(fragment)?.is_pinned ?? true}
            save={(on) => show(fragment, on)}
          />
        ))}
        {searches.map(({ fragment, name }) => (
          <SettingRow key={fragment} label={name!} hint={t('Saved search')}>
            {() => (
              <Button
                kind="quiet"
                icon={Trash2}
                label={t('Remove {name}', { name: name! })}
                onClick={() => remove(fragment, name!)}
              />
            )}
          </SettingRow>
        ))}
      </div>
    </SettingsSection>
  );
}

const remove = (fragment: string, name: string): void =>
  confirm(
    {
      title: t('Remove {name}?', { name }),
      action: t('Remove'),
      danger: true,
      act: () => request('DELETE /navigation_views/{fragment}', { fragment }),
    },
    <p>{t('The messages themselves aren’t affected.')}</p>,
  );
