const isUpload = (node: Node): node is HTMLAnchorElement =>
  node instanceof HTMLAnchorElement && node.origin === location.origin && node.pathname.startsWith('/user_uploads/');

/** Whether nothing but files is in the link's paragraph, and the message does not show the file already. */
function standsAlone(link: HTMLAnchorElement, content: DocumentFragment): boolean {
  if (link.childElementCount > 0) return false;
  const shown = [...content.querySelectorAll('.message_inline_image a, audio')];
  const href = link.getAttribute('href');
  if (shown.some((one) => (one.getAttribute('href') ?? one.getAttribute('src')) === href)) return false;
  return [...link.parentElement!.childNodes].every(
    (node) => isUpload(node) || node.nodeName === 'BR' || (node instanceof Text && node.data.trim() === ''),
  );
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
