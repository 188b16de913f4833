import { useLayoutEffect, useRef } from 'preact/hooks';
import { moment } from '../format.ts';
import { t } from '../i18n/text.ts';
import { safeFragment } from '../safe.ts';
import { store } from '../store/store.ts';

/** A message's HTML as the server made it, cleaned once more, and with what only the browser can add. */
export function Rendered({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  const { id } = store.me.value;
  useLayoutEffect(() => {
    const content = safeFragment(html);
    enrich(content, id);
    element.current!.replaceChildren(content);
  }, [html, id]);
  return <div ref={element} class="rendered" dir="auto" />;
}

function enrich(content: DocumentFragment, me: number): void {
  for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji')) {
    const [, code] = /\bemoji-([0-9a-f-]+)\b/.exec(emoji.className) ?? [];
    if (code) emoji.textContent = characterOf(code);
    emoji.setAttribute('aria-label', emoji.title);
    emoji.setAttribute('role', 'img');
  }
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention'))
    if (mention.dataset.userId === String(me) || mention.dataset.userId === '*') mention.classList.add('mention-of-me');
  for (const time of content.querySelectorAll('time')) time.textContent = moment(Date.parse(time.dateTime) / 1000);
  for (const link of content.querySelectorAll('a'))
    if (link.origin === location.origin && link.hash && link.pathname === '/') link.setAttribute('href', link.hash);
  for (const spoiler of content.querySelectorAll<HTMLElement>('.spoiler-block')) asDetails(spoiler);
  for (const code of content.querySelectorAll<HTMLElement>('pre')) code.tabIndex = 0;
}

/** A spoiler is what browsers call details. */
function asDetails(spoiler: HTMLElement): void {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const header = spoiler.querySelector('.spoiler-header');
  if (header?.textContent?.trim()) summary.append(...header.childNodes);
  else summary.textContent = t('Spoiler');
  details.className = 'spoiler';
  details.append(summary, ...(spoiler.querySelector('.spoiler-content')?.childNodes ?? []));
  spoiler.replaceWith(details);
}

/** An emoji by its code: hexadecimal code points with dashes between. */
export const characterOf = (code: string): string => {
  try {
    return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
  } catch {
    return '�';
  }
};
