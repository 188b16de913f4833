import { lazyView } from '../../design/lazy.tsx';
import { t } from '../../i18n/text.ts';
import { channelIn, isWholeFeed, narrowKey } from '../../store/narrow.ts';
import { STEPS } from '../../store/onboarding.ts';
import { STARRED } from '../built-in-views.ts';
import { Explanation } from '../explanation.tsx';
import type { FeedNotesProps } from './reading-notices.tsx';
import { UnreadBar } from './unread-bar.tsx';

const LaterTabs = lazyView(() => import('../later-tabs.tsx').then(({ LaterTabs }) => LaterTabs));

/** What is above the messages of a feed. The feed keeps its messages in place when one of these comes or goes. */
export function FeedNotes(props: FeedNotesProps) {
  const { narrow } = props;
  return (
    <>
      {narrowKey(narrow) === narrowKey(STARRED.narrow) && <LaterTabs current={STARRED.href} />}
      {isWholeFeed(narrow) && channelIn(narrow) === undefined && (
        <Explanation step={STEPS.combinedFeed} text={t('Everything you receive, in the order it was sent.')} />
      )}
      <UnreadBar {...props} />
    </>
  );
}
