import { computed, useComputed } from '@preact/signals';
import type { IconNode } from 'lucide';
import { POLICY } from '../../../shared/topic-policies.ts';
import { Clock, Inbox, Layers, Pencil, Search } from '../../design/icons.ts';
import { Badge, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { formatRoute } from '../../routing/router.ts';
import { notSent } from '../../store/local/outbox.ts';
import { store } from '../../store/store.ts';
import { type BuiltInView, FOLLOWED, MENTIONS, REACTIONS, STARRED } from '../built-in-views.ts';
import { displayedRoute } from '../home-view.ts';
import { counts } from '../unread-counts.ts';
import { Section, unreadLabel } from './section.tsx';

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
    <li data-view={href.slice(1)}>
      <a class="row" href={href} aria-current={here.value ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="row-name">{name}</span>
        {count !== undefined && <Badge count={count} label={label ?? unreadLabel(count)} calling={calling ?? false} />}
      </a>
    </li>
  );
}

const hasFollowed = computed(() => [...store.topicPolicies.value.values()].includes(POLICY.followed));

/** The views above the conversations in the user's order. New ones are last. */
export function Views({ spectator }: { spectator: boolean }) {
  const { all, mentions } = counts.value;
  const { web_left_sidebar_unreads_count_summary: sums, starred_message_counts } = store.settings.value;
  const builtIn = (view: BuiltInView) => ({ href: view.href, icon: view.icon, name: view.title() });
  const own: RowProps[] = spectator
    ? []
    : [
        { ...builtIn(MENTIONS), count: mentions, calling: true },
        builtIn(REACTIONS),
        {
          ...builtIn(STARRED),
          count: starred_message_counts ? store.starred.value.size : 0,
          label: plural(store.starred.value.size, '{n} message', '{n} messages'),
        },
        ...(hasFollowed.value ? [builtIn(FOLLOWED)] : []),
        // Always there, so that a typing indicator moves nothing.
        {
          href: '#drafts',
          icon: Pencil,
          name: t('Drafts'),
          count: notSent.value.length,
          label: plural(notSent.value.length, '{n} message wasn’t sent', '{n} messages weren’t sent'),
          calling: true,
        },
      ];
  const rows: RowProps[] = [
    ...(spectator ? [] : [{ href: '#inbox', icon: Inbox, name: t('Inbox'), count: sums === false ? 0 : all }]),
    { href: '#recent', icon: Clock, name: t('Recent conversations') },
    { href: '#feed', icon: Layers, name: t('Combined feed') },
    ...own,
    ...[...store.navigationViews.value.values()].flatMap(({ fragment, name }) =>
      name ? [{ href: `#${fragment}`, icon: Search, name }] : [],
    ),
  ];
  return (
    <Section id="views" title={t('Views')} count={mentions} calling>
      <ul class="rows" aria-label={t('Views')}>
        {inViewOrder(rows, ({ href }) => href.slice(1)).map((row) => (
          <Row key={row.href} {...row} />
        ))}
      </ul>
    </Section>
  );
}

/** Views in the user's order; new ones are last. */
export function inViewOrder<T>(views: readonly T[], fragmentOf: (view: T) => string): readonly T[] {
  const places = new Map(store.sidebarOrder.value.views.map((fragment, at) => [fragment, at]));
  const placeOf = (view: T): number => places.get(fragmentOf(view)) ?? places.size;
  return views.toSorted((a, b) => placeOf(a) - placeOf(b));
}
