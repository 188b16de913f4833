import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Search } from '../design/icons.ts';
import { Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { useListKeys } from '../keyboard/list-keys.ts';
import { positionAt, savePosition } from '../routing/scroll-positions.ts';
import { elements } from '../store/local/elements.ts';
import { currentRoute } from '../store/local/route.ts';
import { filter, filterText } from '../store/page.ts';
import { store } from '../store/store.ts';
import { LegalLinks } from './legal-links.tsx';
import { ChannelList } from './sidebar/channels.tsx';
import { Directs } from './sidebar/direct-messages.tsx';
import { applyFilter } from './sidebar/filter.ts';
import { Views } from './sidebar/views.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

const reordering = () => import('./sidebar/reorder.ts');

/**
 * The left sidebar: views, direct messages, and channels with their relevant topics. `isList`: it is the view of a
 * narrow screen.
 */
export function Sidebar({ spectator, isList }: { spectator: boolean; isList: boolean }) {
  const realm = store.realm.value;
  const { sidebar: list } = elements;
  useLayoutEffect(() => {
    list.current!.scrollTop = positionAt('sidebar')?.top ?? 0;
  }, []);
  useLayoutEffect(() => {
    // The channels follow the views and the direct messages.
    if (isList) list.current!.querySelector('.section ~ .section ~ .section')?.scrollIntoView();
  }, [isList]);
  useListKeys(list, '.row, .section-fold');
  useEffect(applyFilter, [filterText.value]);
  return (
    <nav class="sidebar" translate={false} aria-label={t('Conversations')}>
      <div class="sidebar-head">
        <a class="realm" href="/#">
          <img src={realm.realm_icon_url} alt="" width={28} height={28} />
          <span>{realm.realm_name}</span>
        </a>
        <UserMenuButton spectator={spectator} />
      </div>
      <FilterField />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers are for the rows inside. */}
      <div
        ref={list}
        class="sidebar-scroll"
        onDragStart={({ target }) => void reordering().then(({ startDrag }) => startDrag(target as Element))}
        onKeyDown={(event) => {
          const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (!step) return;
          const row = (event.target as Element).closest<HTMLElement>('[data-channel], [data-view]');
          if (!row) return;
          event.preventDefault();
          void reordering().then(({ moveRow }) => moveRow(row, step));
        }}
        onScroll={(event) => savePosition('sidebar', { top: event.currentTarget.scrollTop })}
      >
        {filter.value === '' && <Views spectator={spectator} />}
        {!spectator && <Directs />}
        <ChannelList />
        <ScrollIntoView list={list} />
      </div>
      {spectator && <LegalLinks />}
    </nav>
  );
}

/** The field that filters the lists. Enter opens the first result. */
function FilterField() {
  const first = () =>
    elements.sidebar.current!.querySelector<HTMLElement>(filter.peek() ? '.rows a, .topic-rows a' : 'a');
  const open = (field: HTMLElement) => {
    // The user may press Enter before the results are rendered.
    applyFilter();
    requestAnimationFrame(() => {
      first()?.click();
      filterText.value = '';
      field.blur();
    });
  };
  return (
    <div class="sidebar-filter">
      <Icon of={Search} size={15} />
      <input
        ref={elements.sidebarFilter}
        id="sidebar-filter"
        type="search"
        value={filterText.value}
        placeholder={t('Find a conversation')}
        aria-label={t('Find a conversation')}
        onInput={(event) => (filterText.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') filterText.value = '';
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'Enter') open(event.currentTarget);
          else first()?.focus();
        }}
      />
    </div>
  );
}

/** Scrolls the current conversation into view, however it was opened. */
function ScrollIntoView({ list }: { list: preact.RefObject<HTMLElement | null> }) {
  const { value: here } = currentRoute;
  useEffect(() => {
    if (!list.current?.contains(document.activeElement))
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return null;
}
