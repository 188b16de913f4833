import { addStyle } from './load-style.ts';
import css from './tabs.css';

addStyle(css);

/** Tabs as links to pages. The open one is in view, also where the line scrolls. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { href: string; name: string }[];
  current: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, name }) => (
        <a key={href} href={href} {...(href === current && { 'aria-current': 'page', ref: showTab })}>
          {name}
        </a>
      ))}
    </nav>
  );
}

const showTab = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
