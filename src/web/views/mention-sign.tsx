import { AtSign } from '../design/icons.ts';
import { Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';

/** The mark of a conversation in which an unread message mentions the user. */
export const MentionSign = ({ size = 15 }: { size?: number }) => (
  <span class="row-sign" role="img" aria-label={t('You were mentioned')} title={t('You were mentioned')}>
    <Icon of={AtSign} size={size} />
  </span>
);
