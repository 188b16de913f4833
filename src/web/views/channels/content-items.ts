import type { Message } from '../../store/narrow.ts';
import { safeFragment } from '../../text/safe-html.ts';

export type ContentKind = 'images' | 'files' | 'links';

/** An image, a file or a link in a message. */
export interface ContentItem {
  href: string;
  name: string;
  /** The URL of a small version of an image. */
  image?: string;
  /** The type of a file, such as PDF. */
  note?: string;
  message: Message;
}

const isUpload = ({ origin, pathname }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname.startsWith('/user_uploads/');

/** What a message contains of a kind, in its order, each once. */
export function listItems(message: Message, kind: ContentKind): ContentItem[] {
  const content = safeFragment(message.content);
  const items = { images: imagesIn, files: filesIn, links: linksIn }[kind](content);
  const byHref = new Map(items.map((item) => [item.href, item]));
  return [...byHref.values()].map((item) => ({ ...item, message }));
}

type Item = Omit<ContentItem, 'message'>;

function imagesIn(content: DocumentFragment): Item[] {
  const links = [...content.querySelectorAll<HTMLAnchorElement>('.message_inline_image:not(.youtube-video) a')];
  return links.flatMap((link) => {
    const image = link.querySelector('img')?.getAttribute('src');
    const href = link.getAttribute('href');
    return image && href ? [{ href, name: link.title || nameIn(href), image }] : [];
  });
}

function filesIn(content: DocumentFragment): Item[] {
  const sounds = [...content.querySelectorAll('audio')].map((audio) => ({
    href: audio.getAttribute('src') ?? '',
    name: audio.title || nameIn(audio.getAttribute('src') ?? ''),
  }));
  const links = [...content.querySelectorAll('a')]
    .filter((link) => isUpload(link) && link.textContent?.trim())
    .map((link) => ({ href: link.getAttribute('href')!, name: link.textContent!.trim() }));
  return [...links, ...sounds].map((file) => ({ ...file, note: typeOf(file.name) ?? typeOf(file.href) ?? '…' }));
}

function linksIn(content: DocumentFragment): Item[] {
  return [...content.querySelectorAll('a')]
    .filter(({ origin, protocol }) => origin !== location.origin && /^https?:$/.test(protocol))
    .map((link) => ({ href: link.href, name: link.textContent?.trim() || link.href }));
}

const typeOf = (name: string): string | undefined => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();

/** The name in the address of a file. */
function nameIn(href: string): string {
  const last = href.split(/[?#]/)[0]!.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
