import { useSignal } from '@preact/signals';
import { readStored, writeStored } from '../../actions/local-storage.ts';
import { ChevronDown, ChevronRight, List } from '../../design/icons.ts';
import { Badge, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { MentionSign } from '../mention-sign.tsx';

export const unreadLabel = (n: number): string => plural(n, '{n} unread message', '{n} unread messages');

/** The number of unread conversations of a list that are shown. */
export const MOST_UNREAD = 8;

/** Leads to the unread conversations that are not shown. */
export const MoreUnread = ({ count, href }: { count: number; href: string }) => (
  <a class="row row-more" href={href}>
    {plural(count, '{n} more unread', '{n} more unread')}
  </a>
);

/** A collapsible section of the sidebar. The browser remembers its state. */
export function Section({
  id,
  title,
  href,
  action,
  children,
  count = 0,
  calling = false,
  isMentioned = false,
}: {
  id: string;
  title: string;
  href?: string;
  action?: preact.ComponentChildren;
  children: preact.ComponentChildren;
  count?: number;
  calling?: boolean;
  /** Whether an unread message in the section mentions the user. */
  isMentioned?: boolean;
}) {
  const folded = useSignal(readStored<boolean>(`folded.${id}`, false));
  const isOpen = !folded.value;
  return (
    <section class="section">
      <div class="section-head">
        <h2>
          <button
            type="button"
            class="section-fold"
            aria-expanded={isOpen}
            onClick={() => {
              folded.value = !folded.value;
              writeStored(`folded.${id}`, folded.value || undefined);
            }}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
            {title}
          </button>
        </h2>
        {!isOpen && isMentioned && <MentionSign />}
        {!isOpen && <Badge count={count} label={unreadLabel(count)} calling={calling} />}
        {href && (
          <a class="section-all" href={href} aria-label={t('Show all: {title}', { title })} data-tip={t('Show all')}>
            <Icon of={List} size={15} />
          </a>
        )}
        {action}
      </div>
      {isOpen && children}
    </section>
  );
}
