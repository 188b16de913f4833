import { computed, useComputed } from '@preact/signals';
import type { IconNode } from 'lucide';
import { Clock, Inbox, Layers, Pencil, Search } from '../../design/icons.ts';
import { Badge, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { formatRoute } from '../../routing/router.ts';
import { notSent } from '../../store/local/outbox.ts';
import { store } from '../../store/store.ts';
import { POLICY } from '../../store/topics.ts';
import { FOLLOWED, MENTIONS, REACTIONS, STARRED } from '../built-in-views.ts';
import { displayedRoute } from '../home-view.ts';
import { counts } from '../unread-counts.ts';
import { unreadLabel } from './section.tsx';

interface RowProps {
  href: string;
  icon: IconNode;
  name: string;
  count?: number;
  /** The accessible label of a count that does not count unread messages. */
  label?: string;
  calling?: boolean;
}

function Row({ href, icon, name, count, label, calling }: RowProps) {
  const here = useComputed(() => formatRoute(displayedRoute(store.me.value.id === 0)) === href);
  const isAway = useComputed(() => store.navigationViews.value.get(href.slice(1))?.is_pinned === false);
  // A hidden view appears in the list while it is open.
  if (isAway.value && !here.value) return null;
  return (
    <li>
      <a class="row" href={href} aria-current={here.value ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="row-name">{name}</span>
        {count !== undefined && <Badge count={count} label={label ?? unreadLabel(count)} calling={calling ?? false} />}
      </a>
    </li>
  );
}

const hasFollowed = computed(() => [...store.topicPolicies.value.values()].includes(POLICY.followed));

/** The built-in views above the conversations. */
export function Views({ spectator }: { spectator: boolean }) {
  const { all, mentions } = counts.value;
  const { web_left_sidebar_unreads_count_summary: sums, starred_message_counts } = store.settings.value;
  return (
    <ul class="rows" aria-label={t('Views')}>
      {!spectator && <Row href="#inbox" icon={Inbox} name={t('Inbox')} count={sums === false ? 0 : all} />}
      <Row href="#recent" icon={Clock} name={t('Recent conversations')} />
      <Row href="#feed" icon={Layers} name={t('Combined feed')} />
      {!spectator && (
        <>
          <Row href={MENTIONS.href} icon={MENTIONS.icon} name={MENTIONS.title()} count={mentions} calling />
          <Row href={REACTIONS.href} icon={REACTIONS.icon} name={REACTIONS.title()} />
          <Row
            href={STARRED.href}
            icon={STARRED.icon}
            name={STARRED.title()}
            count={starred_message_counts ? store.starred.value.size : 0}
            label={plural(store.starred.value.size, '{n} message', '{n} messages')}
          />
          {hasFollowed.value && <Row href={FOLLOWED.href} icon={FOLLOWED.icon} name={FOLLOWED.title()} />}
        </>
      )}
      {/* Always rendered, so that a typing indicator moves nothing. */}
      {!spectator && (
        <Row
          href="#drafts"
          icon={Pencil}
          name={t('Drafts')}
          count={notSent.value.length}
          label={plural(notSent.value.length, '{n} message wasn’t sent', '{n} messages weren’t sent')}
          calling
        />
      )}
      {[...store.navigationViews.value.values()].map(
        ({ fragment, name }) => name && <Row key={fragment} href={`#${fragment}`} icon={Search} name={name} />,
      )}
    </ul>
  );
}
