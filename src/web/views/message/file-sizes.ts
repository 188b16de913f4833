import { memoByValue, once } from '../../store/memo.ts';
import { formatBytes } from '../../text/numbers.ts';

const MOST = 500;

/** The size of a file in bytes; 0 if it is unknown. */
export const sizeOf = memoByValue(
  (href: string): Promise<number> =>
    fetch(href, { method: 'HEAD' }).then(
      ({ ok, headers }) => (ok && Number(headers.get('Content-Length'))) || 0,
      () => 0,
    ),
  MOST,
);

const observer = once(
  () =>
    new IntersectionObserver((entries, self) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        void sizeOf((target as HTMLAnchorElement).href).then((size) => {
          if (size > 0) target.querySelector('.file-size')!.textContent = formatBytes(size);
        });
      }
    }),
);

/** Adds the size to a file's card once it is on the screen. */
export const showSize = (card: Element): void => observer().observe(card);
