import { h, render } from 'preact';
import { memoByValue, once } from '../../../shared/memo.ts';
import { FileText } from '../../design/more-icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { formatBytes } from '../../text/numbers.ts';
import { fetchSize } from './file-sizes.ts';

const MOST = 500;
/** The bytes of a text that are fetched for its preview. */
const PREVIEW = 1024;

interface FileDetails {
  /** In bytes; 0 if it is unknown. */
  size: number;
  /** The beginning of a text. */
  beginning: string;
}

const UNKNOWN: FileDetails = { size: 0, beginning: '' };

const loadText = memoByValue(
  (href: string): Promise<FileDetails> =>
    fetch(href, { headers: { Range: `bytes=0-${PREVIEW - 1}` } }).then(
      async (response) => {
        // An empty file has no range.
        if (response.status !== 206) return UNKNOWN;
        const size = Number(response.headers.get('Content-Range')?.split('/')[1]) || 0;
        const text = await response.text();
        return { size, beginning: text.includes('\0') ? '' : text };
      },
      () => UNKNOWN,
    ),
  MOST,
);

const observer = once(
  () =>
    new IntersectionObserver((entries, self) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        void complete(target as HTMLAnchorElement);
      }
    }),
);

async function complete(card: HTMLAnchorElement): Promise<void> {
  const frame = card.querySelector('.file-picture');
  // It stays if the file is damaged or too large: nothing that is visible may move.
  if (frame) render(h(Icon, { of: FileText, size: 32 }), frame);
  const preview = card.querySelector('.file-preview');
  const { size, beginning } = preview ? await loadText(card.href) : { size: await fetchSize(card.href), beginning: '' };
  if (size > 0) card.querySelector('.file-size')!.textContent = formatBytes(size);
  // Half a character at the end is none.
  if (preview) preview.textContent = beginning.replace(/\uFFFD$/, '');
  if (frame && size <= LARGEST_PDF && !savesData()) await showPdf(frame, card.href);
}

/** Fetching larger PDF files for their picture would cost more than it is worth. */
const LARGEST_PDF = 20_000_000;

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Says why a frame has no picture. */
const showText = (frame: Element, text: string): void =>
  render(h('span', { class: 'file-no-picture' }, h(Icon, { of: FileText, size: 32 }), text), frame);

async function showPdf(frame: Element, href: string): Promise<void> {
  const { pictureOfPdf } = await import('./pdf-picture.ts');
  const url = await pictureOfPdf(href);
  if (!url) return showText(frame, t('No preview. The file may be damaged or protected.'));
  const picture = Object.assign(document.createElement('img'), { src: url, alt: '' });
  await picture.decode().catch(() => {});
  frame.replaceChildren(picture);
}

/** Adds the size to a file's card once it is on the screen, and the beginning of a text or a PDF file. */
export const showDetails = (card: Element): void => observer().observe(card);
