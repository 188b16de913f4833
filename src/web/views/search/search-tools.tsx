import { Pin } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { formatRoute, type Route } from '../../routing/router.ts';
import { type Narrow, narrowKey } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';

/** In the header of a search: how many messages it found, and a button that saves it. */
export const SearchTools = ({ place }: { place: Route & { view: 'narrow' } }) => (
  <>
    <ResultCount narrow={place.narrow} />
    {store.me.value.id !== 0 && <SaveSearch fragment={formatRoute(place).slice(1)} narrow={place.narrow} />}
  </>
);

/** Only messages that were fetched are counted. */
function ResultCount({ narrow }: { narrow: Narrow }) {
  const window = store.messages.value.windows.get(narrowKey(narrow))?.window;
  if (!window || window.ids.length === 0) return null;
  const { ids, oldest, newest } = window;
  return (
    <span class="main-note result-count">
      {oldest && newest
        ? plural(ids.length, '{n} result', '{n} results')
        : plural(ids.length, 'more than {n} result', 'more than {n} results')}
    </span>
  );
}

/** Saves the search. A saved one can be renamed and removed. */
function SaveSearch(search: { fragment: string; narrow: Narrow }) {
  const isSaved = store.navigationViews.value.has(search.fragment);
  return (
    <Button
      kind="quiet"
      class="save-search"
      icon={Pin}
      label={isSaved ? t('Saved search') : t('Save search to the sidebar')}
      aria-pressed={isSaved}
      onClick={() =>
        void import('./save-search.tsx').then(({ saveSearch }) => saveSearch(search.fragment, search.narrow))
      }
    />
  );
}
