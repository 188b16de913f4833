const isUpload = (node: Node): node is HTMLAnchorElement =>
  node instanceof HTMLAnchorElement && node.origin === location.origin && node.pathname.startsWith('/user_uploads/');

/** Whether nothing but files is in the link's paragraph, and the message does not show the file already. */
function standsAlone(link: HTMLAnchorElement, content: DocumentFragment): boolean {
  if (link.childElementCount > 0) return false;
  const shown = [...content.querySelectorAll('.message_inline_image a, audio')];
  const href = link.getAttribute('href');
  if (shown.some((one) => (one.getAttribute('href') ?? one.getAttribute('src')) === href)) return false;
  return hasOnlyFiles(link.parentElement!);
}

const hasOnlyFiles = (paragraph: Element): boolean =>
  [...paragraph.childNodes].every(
    (node) => isUpload(node) || node.nodeName === 'BR' || (node instanceof Text && node.data.trim() === ''),
  );

/** Removes the links to images of a grid from paragraphs of files: the images say enough. */
export function removeLinksTo(grid: Element, content: DocumentFragment): void {
  const shown = new Set([...grid.querySelectorAll('a')].map((link) => link.getAttribute('href')));
  for (const paragraph of [...content.querySelectorAll('p')].filter(hasOnlyFiles)) {
    for (const link of paragraph.querySelectorAll('a')) {
      if (!shown.has(link.getAttribute('href'))) continue;
      if (link.nextElementSibling?.nodeName === 'BR') link.nextElementSibling.remove();
      link.remove();
    }
    if (paragraph.childElementCount === 0) paragraph.remove();
  }
}

/** Turns links to files on lines of their own into cards with the file's type. The size follows when it is visible. */
export function makeFileCards(content: DocumentFragment): void {
  const links = [...content.querySelectorAll('p > a')].filter(isUpload).filter((link) => standsAlone(link, content));
  for (const link of links) {
    const name = document.createElement('span');
    name.textContent = link.textContent;
    name.className = 'file-name';
    const type = document.createElement('span');
    type.textContent = /\.(\w{1,5})$/.exec(link.textContent ?? '')?.[1]?.toUpperCase() ?? '…';
    type.className = 'file-type';
    type.ariaHidden = 'true';
    const size = document.createElement('span');
    size.className = 'file-size';
    link.className = 'file-card';
    link.replaceChildren(type, name, size);
  }
  if (links.length > 0) void import('./file-sizes.ts').then(({ showSize }) => links.forEach(showSize));
}
