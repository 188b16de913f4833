import { addStyle } from '../../design/load-style.ts';
import { t } from '../../i18n/text.ts';
import { filter, filterText } from '../../store/page.ts';
import { finder, NoMatch } from '../search/quick-switcher.tsx';
import '../search/search-style.ts';
import { followResult, type SearchResult } from '../search/search.tsx';
import css from './results.css';

addStyle(css);

/** What the search field of the sidebar finds: people, channels, topics and actions, best first. */
export function SidebarResults() {
  const found = finder.results(filter.value, []);
  return (
    <>
      <NoMatch found={found} />
      <ul class="rows results" aria-label={t('Results')}>
        {found.map((result) => (
          <li key={result.key}>
            <Result {...result} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Result(result: SearchResult) {
  const { name, note, picture, shortcut, href } = result;
  const content = (
    <>
      <span class="result-picture">{picture}</span>
      <span class="row-name" dir="auto">
        {name}
      </span>
      {shortcut ? <kbd>{shortcut}</kbd> : <span class="result-note">{note}</span>}
    </>
  );
  return href ? (
    <a class="row" href={href} onClick={close}>
      {content}
    </a>
  ) : (
    <button
      type="button"
      class="row"
      onClick={(event) => {
        close(event);
        followResult(result);
      }}
    >
      {content}
    </button>
  );
}

/** Closes the list. A row that keeps the focus would lose it to nothing, and the view that opens could not take it. */
function close({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.blur();
  filterText.value = '';
}

/** Follows the first result. Its rows may not be rendered yet. */
export function followFirst(words: string): void {
  const [first] = finder.results(words, []);
  if (!first) return;
  filterText.value = '';
  followResult(first);
}
