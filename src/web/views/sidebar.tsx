import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Search } from '../design/icons.ts';
import { lazyView } from '../design/lazy.tsx';
import { Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { useListKeys } from '../keyboard/list-keys.ts';
import { positionAt, savePosition } from '../routing/scroll-positions.ts';
import { elements } from '../store/local/elements.ts';
import { currentRoute } from '../store/local/route.ts';
import { filter, filterText } from '../store/page.ts';
import { LegalLinks } from './legal-links.tsx';
import { ChannelList } from './sidebar/channels.tsx';
import { Directs } from './sidebar/direct-messages.tsx';
import { Views } from './sidebar/views.tsx';
import { OrganizationButton, UserMenuButton } from './user-menu-button.tsx';

const reordering = () => import('./sidebar/reorder.ts');
const results = () => import('./sidebar/results.tsx');
const SidebarResults = lazyView(() => results().then(({ SidebarResults }) => SidebarResults));

/**
 * The left sidebar: views, direct messages, and channels with their relevant topics. `isList`: it is the view of a
 * narrow screen.
 */
export function Sidebar({ spectator, isList }: { spectator: boolean; isList: boolean }) {
  const { sidebar: list } = elements;
  useLayoutEffect(() => {
    list.current!.scrollTop = positionAt('sidebar')?.top ?? 0;
  }, []);
  useLayoutEffect(() => {
    // The channels follow the views and the direct messages.
    if (isList) list.current!.querySelector('.section ~ .section ~ .section')?.scrollIntoView();
  }, [isList]);
  useListKeys(list, '.row, .section-fold');
  // One frame later, so that typing does not wait for the results.
  useEffect(() => {
    filter.value = filterText.value;
  }, [filterText.value]);
  return (
    <nav class="sidebar" translate={false} aria-label={t('Conversations')}>
      <div class="sidebar-head">
        <OrganizationButton spectator={spectator} />
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
        {filter.value.trim() === '' ? (
          <>
            <Views spectator={spectator} />
            {!spectator && <Directs />}
            <ChannelList />
          </>
        ) : (
          <SidebarResults />
        )}
        <ScrollIntoView list={list} />
      </div>
      {spectator && <LegalLinks />}
    </nav>
  );
}

/** The field that finds people, channels, topics and actions. Enter takes the first result. */
function FilterField() {
  const { sidebar, sidebarFilter } = elements;
  return (
    <div class="sidebar-filter">
      <Icon of={Search} size={15} />
      <input
        ref={sidebarFilter}
        id="sidebar-filter"
        type="search"
        value={filterText.value}
        placeholder={t('Search or go to…')}
        aria-label={t('Search or go to…')}
        onInput={(event) => (filterText.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') filterText.value = '';
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'ArrowDown') sidebar.current!.querySelector<HTMLElement>('.row')?.focus();
          else if (filterText.peek().trim() !== '') {
            event.currentTarget.blur();
            void results().then(({ followFirst }) => followFirst(filterText.peek()));
          }
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
