import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addStyle } from './load-style.ts';
import css from './paged.css';
import { Icon } from './primitives.tsx';

addStyle(css);

export interface PageLink {
  href: string;
  name: string;
  icon: IconNode;
}

interface PagedProps {
  title: string;
  /** The parent page. */
  within?: { href: string; name: string };
  /** The accessible label of the list of pages. */
  label: string;
  groups: readonly { name?: string; pages: readonly PageLink[] }[];
  /** The URL of the open page. */
  current: string;
  /** The ID of the section of the page that the address names. */
  part?: string | undefined;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A group of pages: their list at the side, or at the top on narrow screens, the open page, and the common header. */
export function Paged({ title, within, label, groups, current, part, actions, children }: PagedProps) {
  const list = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
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
          {within && (
            <p class="breadcrumb">
              <a href={within.href}>{within.name}</a>
              <span aria-hidden="true">›</span>
            </p>
          )}
          <h1>{title}</h1>
        </div>
        {actions && <div class="main-actions">{actions}</div>}
      </header>
      <div class="paged">
        <nav ref={list} class="paged-list" aria-label={label}>
          {groups.map(({ name, pages }, at) => (
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
        </nav>
        <div ref={body} class="paged-body" tabIndex={-1}>
          {children}
        </div>
      </div>
    </>
  );
}

const PageRow = ({ href, name, icon, isOpen }: PageLink & { isOpen: boolean }) => (
  <a class="row" href={href} aria-current={isOpen ? 'page' : undefined}>
    <Icon of={icon} size={16} />
    <span class="row-name">{name}</span>
  </a>
);
