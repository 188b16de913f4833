import { getHue } from '../../design/primitives.tsx';

/**
 * Makes one block of each quotation: the line that names the author and links to the message moves into the quoted
 * text. The time follows when the message is known.
 */
export function joinQuotes(content: DocumentFragment): void {
  for (const quote of content.querySelectorAll<HTMLElement>('blockquote')) {
    const source = quote.previousElementSibling;
    const [author, link] = [...(source?.children ?? [])] as [HTMLElement?, HTMLAnchorElement?];
    const [, id] = /\/near\/(\d+)$/.exec(link?.hash ?? '') ?? [];
    // The line has nothing else that would be lost.
    if (!id || source!.textContent !== `${author!.textContent} ${link!.textContent}:`) continue;
    quote.className = 'quote';
    quote.style.setProperty('--hue', String(getHue(author!.dataset.userId ?? author!.textContent)));
    source!.replaceChildren(author!, ' ', link!);
    quote.prepend(source!);
    void import('./quote-times.ts').then(({ showTime }) => showTime(link!, Number(id)));
  }
}
