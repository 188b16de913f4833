const isUpload = (node: Node): node is HTMLAnchorElement =>
  node instanceof HTMLAnchorElement && node.origin === location.origin && node.pathname.startsWith('/user_uploads/');

/** Recordings that the server's HTML has no player for. */
const RECORDING = /\.(?:weba|ogg|oga|opus|m4a)$/i;

/** Whether nothing but files is on the link's line. */
const isLineOfFiles = (link: Node): boolean =>
  (['previousSibling', 'nextSibling'] as const).every((direction) => {
    for (let node = link[direction]; node && node.nodeName !== 'BR'; node = node[direction])
      if (!isUpload(node) && !(node instanceof Text && node.data.trim() === '')) return false;
    return true;
  });

/** Whether a link is to be a card: nothing else is on its line, and the message does not show the file already. */
function standsAlone(link: HTMLAnchorElement, content: DocumentFragment): boolean {
  if (link.childElementCount > 0) return false;
  const shown = [...content.querySelectorAll('.message_inline_image a, audio')];
  const href = link.getAttribute('href');
  if (shown.some((one) => (one.getAttribute('href') ?? one.getAttribute('src')) === href)) return false;
  return isLineOfFiles(link);
}

/** Removes the links to images of a grid from lines of files: the images say enough. */
export function removeLinksTo(grid: Element, content: DocumentFragment): void {
  const shown = new Set([...grid.querySelectorAll('a')].map((link) => link.getAttribute('href')));
  const links = [...content.querySelectorAll('p > a')].filter((link) => shown.has(link.getAttribute('href')));
  for (const link of links.filter(isLineOfFiles)) {
    const paragraph = link.parentElement!;
    const line = link.nextElementSibling ?? link.previousElementSibling;
    if (line?.nodeName === 'BR') line.remove();
    link.remove();
    if (paragraph.textContent?.trim() === '' && !paragraph.querySelector(':not(br)')) paragraph.remove();
  }
}

/** Files whose beginning says something to people. */
const TEXT =
  /\.(txt|md|csv|tsv|log|json|ya?ml|toml|ini|conf|xml|html?|css|[jt]sx?|py|rb|go|rs|java|c|h|cpp|sh|sql|diff|patch)$/i;

const PDF = /\.pdf$/i;

/**
 * Turns links to files on lines of their own into cards with the file's type. The size, and the beginning of a text
 * or of a PDF file, follow when the card is visible.
 */
export function makeFileCards(content: DocumentFragment): void {
  const links = [...content.querySelectorAll('p > a')].filter(isUpload).filter((link) => standsAlone(link, content));
  for (const link of links) {
    const name = link.textContent ?? '';
    const type = span('file-type', /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? '…');
    type.ariaHidden = 'true';
    link.className = 'file-card';
    link.translate = false;
    link.replaceChildren(type, span('file-name', name), span('file-size'));
    if (PDF.test(link.pathname)) link.append(span('file-picture'));
    if (!TEXT.test(name)) continue;
    const preview = span('file-preview');
    preview.ariaHidden = 'true';
    preview.dir = 'auto';
    link.append(preview);
  }
  const recordings = links.filter(({ pathname }) => RECORDING.test(pathname));
  const others = links.filter((link) => !recordings.includes(link));
  if (others.length > 0) void import('./file-details.ts').then(({ showDetails }) => others.forEach(showDetails));
  if (recordings.length > 0) void import('./voice-player.tsx').then(({ showPlayer }) => recordings.forEach(showPlayer));
}

function span(name: string, text = ''): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}
