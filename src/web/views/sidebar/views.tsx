import { useComputed, useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { readStored, writeStored } from '../../actions/local-storage.ts';
import { Bookmark, ChevronDown, ChevronRight, Clock, Inbox, Layers, Search } from '../../design/icons.ts';
import { Badge, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { formatRoute } from '../../routing/router.ts';
import { notSent } from '../../store/local/outbox.ts';
import { store } from '../../store/store.ts';
import { type BuiltInView, FOLLOWED, MENTIONS, REACTIONS, STARRED } from '../built-in-views.ts';
import { displayedRoute } from '../home-view.ts';
import { hasFollowed } from '../topic-policies.ts';
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
  /** Whether only "More" shows the view. While it is open, the list shows it too, or "Later", which contains it. */
  isMore?: boolean;
}

/** The views that "Later" stands for. */
const LATER: readonly string[] = ['#drafts', '#scheduled', '#reminders', STARRED.href];

function Row({ href, icon, name, count, label, calling, isMore }: RowProps) {
  const here = useComputed(() => {
    const open = formatRoute(displayedRoute(store.me.value.id === 0));
    return open === href || (href === LATER[0] && LATER.includes(open));
  });
  const isAway = useComputed(() => store.navigationViews.value.get(href.slice(1))?.is_pinned === false);
  // A hidden view appears in the list while it is open.
  if (isAway.value && !here.value) return null;
  return (
    <li data-view={href.slice(1)} hidden={isMore && (!here.value || href === STARRED.href)}>
      <a class="row" href={href} aria-current={here.value ? 'page' : undefined}>
        <Icon of={icon} />
        <span class="row-name">{name}</span>
        {count !== undefined && <Badge count={count} label={label ?? unreadLabel(count)} calling={calling ?? false} />}
      </a>
    </li>
  );
}

/** The views above the conversations in the user's order. New ones are last. */
export function Views({ spectator }: { spectator: boolean }) {
  const { all, mentions } = counts.value;
  const { web_left_sidebar_unreads_count_summary: sums, starred_message_counts } = store.settings.value;
  const builtIn = (view: BuiltInView) => ({ href: view.href, icon: view.icon, name: view.title() });
  const own: RowProps[] = spectator
    ? []
    : [
        { ...builtIn(MENTIONS), count: mentions, calling: true },
        {
          href: LATER[0]!,
          icon: Bookmark,
          name: t('Later'),
          count: notSent.value.length,
          label: plural(notSent.value.length, '{n} message wasn’t sent', '{n} messages weren’t sent'),
          calling: true,
        },
      ];
  const more: RowProps[] = spectator
    ? []
    : [
        builtIn(REACTIONS),
        {
          ...builtIn(STARRED),
          count: starred_message_counts ? store.starred.value.size : 0,
          label: plural(store.starred.value.size, '{n} message', '{n} messages'),
        },
        ...(hasFollowed.value ? [builtIn(FOLLOWED)] : []),
      ];
  const rows: RowProps[] = [
    ...(spectator ? [] : [{ href: '#inbox', icon: Inbox, name: t('Inbox'), count: sums === false ? 0 : all }]),
    { href: '#recent', icon: Clock, name: t('Recent conversations') },
    ...own,
    { href: '#feed', icon: Layers, name: t('Combined feed') },
    ...more,
    ...[...store.navigationViews.value.values()].flatMap(({ fragment, name }) =>
      name ? [{ href: `#${fragment}`, icon: Search, name }] : [],
    ),
  ];
  return (
    <section class="section">
      <h2 class="visually-hidden">{t('Views')}</h2>
      <ul class="rows" aria-label={t('Views')}>
        <Rows rows={inViewOrder(rows, ({ href }) => href.slice(1))} />
      </ul>
    </section>
  );
}

/** The number of views that are always listed. */
const FIRST = 4;

/** The first views, and "More", which the browser remembers. */
function Rows({ rows }: { rows: readonly RowProps[] }) {
  const isOpen = useSignal(readStored('more-views', false));
  const views = store.navigationViews.value;
  const isListed = ({ href }: RowProps): boolean => views.get(href.slice(1))?.is_pinned !== false;
  const first = rows.filter(isListed).slice(0, FIRST);
  const hasMore = rows.some((row) => isListed(row) && !first.includes(row));
  return (
    <>
      {rows.map((row) => (
        <Row key={row.href} {...row} isMore={!isOpen.value && !first.includes(row)} />
      ))}
      {hasMore && (
        <li>
          <button
            type="button"
            class="row"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
              writeStored('more-views', isOpen.value || undefined);
            }}
          >
            <Icon of={isOpen.value ? ChevronDown : ChevronRight} />
            <span class="row-name">{t('More')}</span>
          </button>
        </li>
      )}
    </>
  );
}

/** Views in the user's order; new ones are last. */
export function inViewOrder<T>(views: readonly T[], fragmentOf: (view: T) => string): readonly T[] {
  const places = new Map(store.sidebarOrder.value.views.map((fragment, at) => [fragment, at]));
  const getPlace = (view: T): number => places.get(fragmentOf(view)) ?? places.size;
  return views.toSorted((a, b) => getPlace(a) - getPlace(b));
}
