import type { IconNode } from 'lucide';
import { AtSign, Bell, SmilePlus, Star } from '../design/icons.ts';
import { t } from '../i18n/text.ts';
import { hrefOfNarrow } from '../names.ts';
import { type Narrow, narrowKey } from '../store/narrow.ts';

/** A search that has a name and a place of its own. */
export interface Standing {
  narrow: Narrow;
  href: string;
  title: () => string;
  icon: IconNode;
}

const standingOf = (narrow: Narrow, title: () => string, icon: IconNode): Standing => ({ narrow, href: hrefOfNarrow(narrow), title, icon });

export const MENTIONS = standingOf([{ operator: 'is', operand: 'mentioned' }], () => t('Mentions'), AtSign);
export const STARRED = standingOf([{ operator: 'is', operand: 'starred' }], () => t('Starred messages'), Star);
export const FOLLOWED = standingOf([{ operator: 'is', operand: 'followed' }], () => t('Followed topics'), Bell);
export const REACTIONS = standingOf(
  [
    { operator: 'has', operand: 'reaction' },
    { operator: 'sender', operand: 'me' },
  ],
  () => t('Reactions to you'),
  SmilePlus,
);

export const STANDING: readonly Standing[] = [MENTIONS, REACTIONS, STARRED, FOLLOWED];
export const standing = (narrow: Narrow): Standing | undefined => STANDING.find((one) => narrowKey(one.narrow) === narrowKey(narrow));
