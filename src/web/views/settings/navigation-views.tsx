import { Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingRow, SettingsRows } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { OrderButtons } from '../administration/sortable-list.tsx';
import { MENTIONS, REACTIONS, STARRED } from '../built-in-views.ts';
import { removeSavedSearch } from '../search/save-search.tsx';
import { saveOrder } from '../sidebar/reorder.ts';
import { inViewOrder } from '../sidebar/views.tsx';

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

interface ViewRowProps {
  fragment: string;
  name: string;
  isSearch: boolean;
  isFirst: boolean;
  isLast: boolean;
  move: (step: number) => void;
}

/** A view, with its place and whether it is shown. */
function ViewRow({ fragment, name, isSearch, ...place }: ViewRowProps) {
  const isShown = store.navigationViews.value.get(fragment)?.is_pinned ?? true;
  const saving = useSaving(isShown, (on) => show(fragment, on));
  return (
    <SettingRow label={name} about={saving} {...(isSearch && { hint: t('Saved search') })}>
      {(id, describedBy) => (
        <span class="view-controls">
          <OrderButtons name={name} {...place} />
          {isSearch ? (
            <Button
              kind="quiet"
              icon={Trash2}
              label={t('Remove {name}', { name })}
              onClick={() => removeSavedSearch(fragment, name)}
            />
          ) : (
            <span class="switch">
              <input
                id={id}
                type="checkbox"
                role="switch"
                aria-describedby={describedBy}
                checked={saving.shown}
                aria-checked={saving.shown}
                onChange={(event) => saving.change(event.currentTarget.checked)}
              />
            </span>
          )}
        </span>
      )}
    </SettingRow>
  );
}

/** The views in the left sidebar above the conversations, in the user's order. */
export function NavigationViews() {
  const searches = [...store.navigationViews.value.values()].flatMap(({ fragment, name }): [string, string][] =>
    name === null ? [] : [[fragment, name]],
  );
  const views = inViewOrder([...usual(), ...searches], ([fragment]) => fragment);
  const move = (at: number, step: number): void => {
    const next = views.map(([fragment]) => fragment);
    next.splice(at + step, 0, ...next.splice(at, 1));
    void saveOrder({ views: next });
  };
  return (
    <SettingsRows
      title={t('Sidebar')}
      note={t(
        'You can still open hidden views with their shortcuts or Ctrl+K. In the sidebar, drag a view to move it.',
      )}
    >
      {views.map(([fragment, name], at) => (
        <ViewRow
          key={fragment}
          fragment={fragment}
          name={name}
          isSearch={searches.some(([one]) => one === fragment)}
          isFirst={at === 0}
          isLast={at === views.length - 1}
          move={(step) => move(at, step)}
        />
      ))}
    </SettingsRows>
  );
}
