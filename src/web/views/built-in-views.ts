import type { IconNode } from 'lucide';
import { AtSign, Bell, SmilePlus, Star } from '../design/icons.ts';
import { t } from '../i18n/text.ts';
import { type Narrow, narrowKey } from '../store/narrow.ts';
import { hrefOfNarrow } from '../text/names.ts';

/** A built-in view with a name and an address. */
export interface BuiltInView {
  narrow: Narrow;
  href: string;
  title: () => string;
  /** The text of its empty state. */
  purpose: () => string;
  icon: IconNode;
}

const builtInView = (narrow: Narrow, icon: IconNode, title: () => string, purpose: () => string): BuiltInView => ({
  narrow,
  href: hrefOfNarrow(narrow),
  title,
  purpose,
  icon,
});

export const MENTIONS = builtInView(
  [{ operator: 'is', operand: 'mentioned' }],
  AtSign,
  () => t('Mentions'),
  () => t('Messages that mention you will appear here.'),
);
export const STARRED = builtInView(
  [{ operator: 'is', operand: 'starred' }],
  Star,
  () => t('Starred messages'),
  () => t('Star a message to find it again here.'),
);
export const FOLLOWED = builtInView(
  [{ operator: 'is', operand: 'followed' }],
  Bell,
  () => t('Followed topics'),
  () => t('Follow a topic to see its messages here.'),
);
export const REACTIONS = builtInView(
  [
    { operator: 'has', operand: 'reaction' },
    { operator: 'sender', operand: 'me' },
  ],
  SmilePlus,
  () => t('Reactions'),
  () => t('Your messages that have reactions will appear here.'),
);

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [MENTIONS, REACTIONS, STARRED, FOLLOWED];
export const findBuiltInView = (narrow: Narrow): BuiltInView | undefined =>
  BUILT_IN_VIEWS.find((one) => narrowKey(one.narrow) === narrowKey(narrow));
