import type { IconNode } from 'lucide';
import { AtSign, Bell, SmilePlus, Star } from '../design/icons.ts';
import { t } from '../i18n/text.ts';
import { type Narrow, narrowKey } from '../store/narrow.ts';
import { hrefOfNarrow } from '../text/names.ts';

/** A built-in view with a name and an address. */
export interface Standing {
  narrow: Narrow;
  href: string;
  title: () => string;
  /** The text of its empty state. */
  purpose: () => string;
  icon: IconNode;
}

const standingOf = (narrow: Narrow, icon: IconNode, title: () => string, purpose: () => string): Standing => ({
  narrow,
  href: hrefOfNarrow(narrow),
  title,
  purpose,
  icon,
});

export const MENTIONS = standingOf(
  [{ operator: 'is', operand: 'mentioned' }],
  AtSign,
  () => t('Mentions'),
  () => t('Messages that mention you will appear here.'),
);
export const STARRED = standingOf(
  [{ operator: 'is', operand: 'starred' }],
  Star,
  () => t('Starred messages'),
  () => t('Star a message to find it again here.'),
);
export const FOLLOWED = standingOf(
  [{ operator: 'is', operand: 'followed' }],
  Bell,
  () => t('Followed topics'),
  () => t('Follow a topic to see its messages here.'),
);
export const REACTIONS = standingOf(
  [
    { operator: 'has', operand: 'reaction' },
    { operator: 'sender', operand: 'me' },
  ],
  SmilePlus,
  () => t('Reactions'),
  () => t('Your messages that have reactions will appear here.'),
);

export const STANDING: readonly Standing[] = [MENTIONS, REACTIONS, STARRED, FOLLOWED];
export const standing = (narrow: Narrow): Standing | undefined =>
  STANDING.find((one) => narrowKey(one.narrow) === narrowKey(narrow));
