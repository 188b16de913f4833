import { Search } from '../../design/icons.ts';
import { MessagesSquare } from '../../design/more-icons.ts';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { conversationIn, isWholeFeed, type Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { findBuiltInView, STARRED } from '../built-in-views.ts';
import { LaterTabs } from '../later-tabs.tsx';
import { changeSearch } from '../search/search.tsx';

/** Explains an empty narrow: the conversation is empty, the view is empty, or the search found nothing. */
export function EmptyNarrow({ narrow, spectator }: { narrow: Narrow; spectator: boolean }) {
  const named = findBuiltInView(narrow);
  if (named)
    return (
      <>
        {named === STARRED && <LaterTabs current={STARRED.href} />}
        <EmptyState icon={named.icon} title={t('No messages yet')}>
          <p>{named.purpose()}</p>
        </EmptyState>
      </>
    );
  const conversation = conversationIn(narrow);
  const isOver =
    conversation?.kind === 'direct' && conversation.people.some((id) => !store.users.value.get(id)?.is_active);
  if (conversation || isWholeFeed(narrow))
    return (
      <EmptyState icon={MessagesSquare} title={t('No messages yet')}>
        {!spectator && !isOver && <p>{t('Be the first to send a message.')}</p>}
      </EmptyState>
    );
  return (
    <EmptyState icon={Search} title={t('No results')}>
      <p>{t('Try other words or fewer filters.')}</p>
      <Button onClick={() => changeSearch(narrow)}>{t('Edit search')}</Button>
    </EmptyState>
  );
}
