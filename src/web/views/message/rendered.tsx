import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Playground } from '../../../chat/organization/playgrounds/types.ts';
import { once } from '../../../shared/memo.ts';
import { copyAndReport } from '../../design/clipboard.ts';
import { Copy, ExternalLink } from '../../design/icons.ts';
import { iconDrawing } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { makeCharacter } from '../../text/emoji-characters.ts';
import { formatDateTime } from '../../text/format.ts';
import { paragraphText, safeFragment } from '../../text/safe-html.ts';
import { makeMentionsFocusable } from '../menus.tsx';
import { makeFileCards, removeLinksTo } from './file-card.ts';
import { joinQuotes } from './quote-blocks.ts';

/** The server's HTML of a message, sanitized, with additions that only the browser can make. */
export function Rendered({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  const { id } = store.me.value;
  const { value: playgrounds } = store.playgrounds;
  const { emojiset, web_animate_image_previews: motion } = store.settings.value;
  useLayoutEffect(() => {
    const content = safeFragment(html);
    if (paragraphText(html) === undefined || html.search(TONED) >= 0) {
      enrich(content, id, playgrounds);
      if (emojiset === 'text')
        for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji[title]')) replaceByName(emoji);
      if (motion !== 'always')
        for (const image of content.querySelectorAll<HTMLImageElement>(MOVING))
          pauseAnimation(image, motion === 'on_hover');
    }
    element.current!.replaceChildren(content);
  }, [html, id, emojiset, motion, playgrounds]);
  useLayoutEffect(() => element.current!.addEventListener('click', clicked), []);
  return <div ref={element} class="rendered" dir="auto" />;
}

/** Replaces an emoji image by its name, if the user prefers text. */
function replaceByName(emoji: HTMLElement): void {
  emoji.textContent = `:${emoji.title.replaceAll(' ', '_')}:`;
  emoji.classList.add('emoji-as-text');
}

const MOVING = 'img[data-animated="true"]';

/** Keeps an animated image still, unless the user wants it to play under the pointer. */
function pauseAnimation(image: HTMLImageElement, moves: boolean): void {
  const moving = image.src;
  const still = moving.replace('-anim.webp', '.webp');
  image.src = still;
  if (!moves) return;
  image.addEventListener('mouseenter', () => (image.src = moving));
  image.addEventListener('mouseleave', () => (image.src = still));
}

/** Reserves the final size in pixels before the image loads, so that nothing below moves. */
const WIDEST = 352;
const HIGHEST = 256;
function reserveSpace(image: HTMLImageElement): void {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(image.dataset.originalDimensions ?? '')?.map(Number) ?? [];
  if (!width || !height) return;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  image.width = Math.max(1, Math.round(width * scale));
  image.height = Math.max(1, Math.round(height * scale));
}

/** Gives previews of images and videos an accessible name: the link's text, otherwise the file name. */
function nameMedia(content: DocumentFragment): void {
  for (const link of content.querySelectorAll('a'))
    for (const medium of link.querySelectorAll('img:not([alt]), video')) {
      const file = link.href.split(/[?#]/)[0]!.split('/').at(-1)!;
      const name = link.title || (link.dataset.id ? 'YouTube' : fileName(file)) || t('Image');
      if (medium instanceof HTMLImageElement) medium.alt = name;
      else link.ariaLabel = name;
    }
  // The title of a preview is a separate link.
  for (const picture of content.querySelectorAll<HTMLElement>('.message_embed_image')) {
    picture.tabIndex = -1;
    picture.ariaHidden = 'true';
  }
}

/** Puts images that follow each other into a grid. */
function arrangeImages(content: DocumentFragment): void {
  for (const image of content.querySelectorAll('.message_inline_image')) {
    const before = image.previousElementSibling;
    if (before?.matches('.image-grid')) before.append(image);
    if (!before?.matches('.message_inline_image')) continue;
    const grid = document.createElement('div');
    grid.className = 'image-grid';
    before.replaceWith(grid);
    grid.append(before, image);
  }
  for (const grid of content.querySelectorAll('.image-grid')) removeLinksTo(grid, content);
}

/** An emoji in a skin tone. The server leaves it as characters, because Zulip's clients know no others. */
const TONED = /(\p{Emoji_Modifier_Base}\p{Emoji_Modifier}(?:\u200d\p{Emoji}\ufe0f?)*)/u;

/** Makes emoji in a skin tone as large as others. */
function wrapTonedEmoji(content: DocumentFragment): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.search(TONED) < 0 || text.parentElement?.closest('code, .emoji')) continue;
    const pieces = text.data.split(TONED).map((piece, at) => {
      if (at % 2 === 0) return piece;
      const emoji = document.createElement('span');
      emoji.className = 'emoji toned-emoji';
      emoji.textContent = piece;
      return emoji;
    });
    text.replaceWith(...pieces.filter(Boolean));
  }
}

const fileName = (written: string): string => {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
};

function enrich(content: DocumentFragment, me: number, playgrounds: readonly Playground[]): void {
  joinQuotes(content);
  nameMedia(content);
  arrangeImages(content);
  makeFileCards(content);
  for (const image of content.querySelectorAll<HTMLImageElement>('img[data-original-dimensions]')) reserveSpace(image);
  for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji')) {
    const [, code] = /\bemoji-([0-9a-f-]+)\b/.exec(emoji.className) ?? [];
    if (code) emoji.textContent = makeCharacter(code);
    emoji.setAttribute('aria-label', emoji.title);
    emoji.setAttribute('role', 'img');
  }
  if (content.textContent!.search(TONED) >= 0) wrapTonedEmoji(content);
  const first = content.firstElementChild;
  if (first?.firstElementChild?.matches('.emoji') && content.childElementCount === 1 && first.childElementCount <= 3)
    first.classList.toggle('emoji-alone', isOfEmoji(first));
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention'))
    if (mention.dataset.userId === String(me) || mention.dataset.userId === '*') mention.classList.add('mention-of-me');
  makeMentionsFocusable(content);
  for (const time of content.querySelectorAll('time'))
    time.textContent = formatDateTime(Date.parse(time.dateTime) / 1000);
  for (const link of content.querySelectorAll('a'))
    if (link.origin === location.origin && link.hash && link.pathname === '/') link.setAttribute('href', link.hash);
  for (const { firstChild: name } of content.querySelectorAll('.stream-topic, .message-link'))
    if (name instanceof Text) name.data = name.data.replace(' > ', ' › ');
  for (const spoiler of content.querySelectorAll<HTMLElement>('.spoiler-block')) asDetails(spoiler);
  for (const code of content.querySelectorAll<HTMLElement>('pre')) {
    code.tabIndex = 0;
    const block = code.parentElement;
    if (!block?.classList.contains('codehilite')) continue;
    block.append(codeButton('copy-code', t('Copy code'), Copy));
    if (playgrounds.some(({ pygments_language }) => pygments_language === block.dataset.codeLanguage))
      block.append(codeButton('playground-button', t('Open in playground'), ExternalLink));
  }
  for (const cell of content.querySelectorAll<HTMLElement>('th, td'))
    cell.style.setProperty('--letters', `${cell.textContent?.length}`);
  if (content.querySelector('.katex')) showFormulas();
}

/** A message that consists only of emoji shows them large. */
const isOfEmoji = ({ childNodes }: Element): boolean =>
  [...childNodes].every((node) => (node instanceof Element ? node.matches('.emoji') : !node.textContent?.trim()));

/** The URL of the style sheet for formulas, inserted by scripts/web.mjs. */
declare const KLATCH_FORMULA_STYLE: string;

const showFormulas = once(() => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = KLATCH_FORMULA_STYLE;
  document.head.append(link);
  return link;
});

/** A button of a code block: copy, or open in a playground. */
function codeButton(name: string, label: string, icon: typeof Copy): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `code-button ${name} button button-quiet button-icon`;
  button.ariaLabel = label;
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  iconDrawing(icon)(drawing);
  button.append(drawing);
  return button;
}

/** Handles clicks on images and code buttons. */
function clicked(event: MouseEvent): void {
  const target = event.target as Element;
  const code = target.closest('.copy-code')?.parentElement?.querySelector('pre');
  if (code) void copyAndReport(code.textContent ?? '');
  const tried = target.closest('.playground-button');
  if (tried) void import('./playground.tsx').then(({ openPlayground }) => openPlayground(tried));
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const quote = !target.closest('a, button, summary, [data-user-id]') && target.closest('.quote');
  if (quote && getSelection()?.isCollapsed) quote.querySelector<HTMLElement>('p > a')!.click();
  const link = target.closest<HTMLAnchorElement>('.message_inline_image:not(.youtube-video) a');
  if (!link) return;
  event.preventDefault();
  void import('./lightbox.tsx').then(({ openLightbox }) => openLightbox(link));
}

/** Turns a spoiler into a `details` element. */
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
