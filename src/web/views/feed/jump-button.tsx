import type { Signal } from '@preact/signals';
import { ArrowDown } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { isSearch, type Narrow } from '../../store/narrow.ts';
import { newest, oldest } from '../unread-counts.ts';
import { unreadIn } from './unread-in.ts';

/** The number of unread messages below the last visible one. */
function unreadAfter(narrow: Narrow, ids: readonly number[], last: number): { count: number; isPart: boolean } {
  if (isSearch(narrow)) return { count: 0, isPart: false };
  const { groups, isKnown, isPart } = unreadIn(narrow, ids);
  const count = groups.reduce((sum, one) => sum + countAfter(one, last), 0);
  return { count, isPart: isPart && !isKnown };
}

function countAfter(group: { ids: ReadonlySet<number> }, last: number): number {
  if (newest(group) <= last) return 0;
  if (oldest(group) > last) return group.ids.size;
  let count = 0;
  for (const id of group.ids) if (id > last) count++;
  return count;
}

/** The button that jumps to the newest messages, with the number of unread messages below. */
export function JumpButton({
  narrow,
  ids,
  lastSeen,
  toEnd,
}: {
  narrow: Narrow;
  ids: readonly number[];
  lastSeen: Signal<number>;
  toEnd: () => void;
}) {
  const { count, isPart } = unreadAfter(narrow, ids, lastSeen.value);
  const text = isPart
    ? plural(count, '{n}+ new message', '{n}+ new messages')
    : plural(count, '{n} new message', '{n} new messages');
  return (
    <Button class="jump" icon={ArrowDown} onClick={toEnd}>
      {count > 0 ? text : t('Go to latest messages')}
    </Button>
  );
}
