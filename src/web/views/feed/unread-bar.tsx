import { addStyle } from '../../design/load-style.ts';
import { ArrowDown, ArrowUp } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { manuallyUnreadNarrow } from '../../store/local/read-marks.ts';
import { isSearch, narrowKey } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { markReadWithUndo } from '../mark-read.ts';
import { type FeedNotesProps, readsByScroll } from './reading-notices.tsx';
import css from './unread-bar.css';
import { unreadIn } from './unread-in.ts';

addStyle(css);

/**
 * The number of unread messages of a narrow, with buttons that lead to the first one and mark all as read. Where
 * visible messages are marked as read, it is shown only while unread messages are off the screen.
 */
export function UnreadBar({ narrow, ids, shown, toUnread, leave }: FeedNotesProps) {
  const isKept = manuallyUnreadNarrow.value === narrowKey(narrow);
  store.settings.value;
  const first = shown.first.value;
  const last = shown.last.value;
  if (!isKept && isSearch(narrow)) return null;
  const { count, oldest, newest, isPart } = unreadIn(narrow, ids);
  const isOff = oldest < first || newest > last;
  if (count === 0 || last === 0 || !(isKept || !readsByScroll(narrow) || isOff)) return null;
  const text = isPart
    ? plural(count, '{n}+ unread message', '{n}+ unread messages')
    : plural(count, '{n} unread message', '{n} unread messages');
  return (
    <div class="unread-bar" translate={false} role="group" aria-label={t('Unread messages')}>
      <span>
        <b>{text}</b>
        {isKept && <small>{t('Messages stay unread until you leave this view.')}</small>}
      </span>
      {(oldest < first || oldest > last) && (
        <Button kind="quiet" icon={oldest < first ? ArrowUp : ArrowDown} onClick={() => toUnread(oldest)}>
          <span class="first-unread">{t('First unread')}</span>
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          manuallyUnreadNarrow.value = undefined;
          leave();
          markReadWithUndo(narrow);
        }}
      >
        {t('Mark as read')}
      </Button>
    </div>
  );
}
