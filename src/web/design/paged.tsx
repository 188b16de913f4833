import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { elements } from '../store/local/elements.ts';
import { isNarrow } from './layers.tsx';
import { addStyle } from './load-style.ts';
import css from './paged.css';
import { Icon } from './primitives.tsx';

addStyle(css);

export interface PageLink {
  href: string;
  name: string;
  icon: IconNode;
}

/** Renders what a search finds. `open` is called with the label of the setting that is opened. */
export type SettingSearch = (words: string, open: (label: string) => void) => ComponentChildren;

interface PagedProps {
  title: string;
  /** The parent page. */
  within?: { href: string; name: string };
  /** The accessible label of the list of pages. */
  label: string;
  groups: readonly { name?: string; pages: readonly PageLink[] }[];
  /** The URL of the open page. */
  current: string;
  /** Whether the address names no page: phones then show the list of pages, and otherwise the open page. */
  isStart?: boolean;
  /** The ID of the section of the page that the address names. */
  part?: string | undefined;
  actions?: ComponentChildren;
  search: SettingSearch;
  children: ComponentChildren;
}

/**
 * A group of pages: their list at the side, or at the top on narrow screens, the open page, and the common header. On
 * phones, the list and each page are views of their own.
 */
export function Paged({ title, within, label, groups, current, isStart, part, actions, search, children }: PagedProps) {
  const list = useRef<HTMLElement>(null);
  const { pageBody: body } = elements;
  const isList = isStart && isNarrow();
  useEffect(() => {
    body.current!.scrollTop = 0;
    // The entry of the open page may be scrolled out of view; on narrow screens the list is a row.
    list.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    if (part) body.current!.querySelector(`#${CSS.escape(part)}`)?.scrollIntoView();
  }, [current, part]);
  return (
    <>
      <header class="main-head">
        <div class="main-title">
          {within && !isList && (
            <p class="breadcrumb">
              <a href={within.href}>{within.name}</a>
              <span aria-hidden="true">›</span>
            </p>
          )}
          <h1>{isList && within ? within.name : title}</h1>
        </div>
        {actions && <div class="main-actions">{actions}</div>}
      </header>
      <div class={isStart ? 'paged paged-start' : 'paged'}>
        <nav ref={list} class="paged-list" aria-label={label}>
          <SearchablePages groups={groups} current={isList ? '' : current} search={search} list={list} />
        </nav>
        <div ref={body} class="paged-body" tabIndex={-1}>
          {children}
        </div>
      </div>
    </>
  );
}

type SearchableProps = Pick<PagedProps, 'groups' | 'current' | 'search'> & { list: RefObject<HTMLElement | null> };

/** The list of pages, and a field that finds settings instead. Enter opens the first one. */
function SearchablePages({ groups, current, search, list }: SearchableProps) {
  const words = useSignal('');
  const first = () => list.current!.querySelector<HTMLElement>('.paged-found a');
  return (
    <>
      <input
        type="search"
        class="paged-search"
        aria-label={t('Find a setting')}
        placeholder={t('Find a setting')}
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') first()?.click();
          if (key === 'ArrowDown') first()?.focus();
          if (key === 'Escape') words.value = '';
        }}
      />
      <div class="paged-pages">
        {words.value.trim() !== ''
          ? search(words.value.trim(), (label) => {
              words.value = '';
              focusSetting(label);
            })
          : groups.map(({ name, pages }, at) => (
              <div class="paged-group" key={name ?? at}>
                {name && <h2>{name}</h2>}
                <ul>
                  {pages.map((page) => (
                    <li key={page.href}>
                      <PageRow {...page} isOpen={page.href === current} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
      </div>
    </>
  );
}

/** Frames until a page is expected to show its settings. Its script may have to be loaded. */
const LONGEST_WAIT = 300;

/** Focuses a setting on a page that is about to be rendered. */
function focusSetting(label: string, left = LONGEST_WAIT): void {
  requestAnimationFrame(() => {
    const found = [...(elements.pageBody.current?.querySelectorAll('label') ?? [])].find(
      ({ textContent }) => textContent === label,
    );
    if (!found) return left > 0 ? focusSetting(label, left - 1) : undefined;
    found.scrollIntoView({ block: 'center' });
    found.control?.focus({ preventScroll: true });
  });
}

const PageRow = ({ href, name, icon, isOpen }: PageLink & { isOpen: boolean }) => (
  <a class="row" href={href} aria-current={isOpen ? 'page' : undefined}>
    <Icon of={icon} size={16} />
    <span class="row-name">{name}</span>
  </a>
);
