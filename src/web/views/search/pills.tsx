import { Search as SearchIcon, X } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { NarrowTerm } from '../../server/types.ts';
import type { Narrow } from '../../store/narrow.ts';
import { hrefOfNarrow } from '../../text/names.ts';
import { termName } from '../../text/search-terms.ts';
import { changeSearch } from './search.tsx';

/** The filters of the search on screen, each with a button to remove it. */
export const Pills = ({ narrow }: { narrow: Narrow }) => (
  <>
    <FilterPills terms={narrow} change={(rest) => (location.hash = rest.length === 0 ? '#feed' : hrefOfNarrow(rest))} />
    <Button kind="quiet" icon={SearchIcon} label={t('Edit search')} onClick={() => changeSearch(narrow)} />
  </>
);

/** Filters with buttons to remove them. */
export const FilterPills = ({ terms, change }: { terms: Narrow; change: (rest: Narrow) => void }) => (
  <>
    {terms.map((term) => (
      <Pill key={getKey(term)} term={term} remove={() => change(terms.filter((other) => other !== term))} />
    ))}
  </>
);

const getKey = ({ operator, operand }: NarrowTerm): string => operator + String(operand);

const Pill = ({ term, remove }: { term: NarrowTerm; remove: () => void }) => (
  <span class="pill">
    {termName(term)}
    <Button kind="quiet" icon={X} label={t('Remove {name}', { name: termName(term) })} onClick={remove} />
  </span>
);
