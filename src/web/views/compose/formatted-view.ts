import { addStyle } from '../../design/load-style.ts';
import type { MessageField } from '../../store/local/elements.ts';
import { onMessageChange } from './field-text.ts';
import css from './formatted-view.css';
import { type StyledLine, splitLines, splitPieces } from './markdown-styles.ts';

addStyle(css);

/** The properties that decide where a line ends. They must be those of the field on every screen. */
const COPIED = ['fontSize', 'lineHeight', 'letterSpacing', 'wordSpacing', 'tabSize', 'padding', 'direction'] as const;

/**
 * Shows the text of a field as it will look: bold is bold. The field stays what the user types in, so that input
 * methods, undo, spelling and screen readers work as in any field. Only its letters are transparent, and a copy behind
 * them has the styles. No style changes the width of a letter. Returns a function that removes the view.
 */
export function attachFormattedView(field: HTMLTextAreaElement): () => void {
  const view = document.createElement('div');
  view.className = 'formatted-view';
  view.ariaHidden = 'true';
  const content = document.createElement('div');
  view.append(content);
  field.after(view);
  field.classList.add('formatted');
  let shown: string[] = [];
  const update = () => {
    shown = showLines(content, shown, splitLines(field.value));
    follow();
  };
  const follow = () => {
    content.style.transform = `translateY(${-field.scrollTop}px)`;
  };
  const place = () => {
    const style = getComputedStyle(field);
    for (const name of COPIED) content.style[name] = style[name];
    // A scrollbar takes space from the text.
    content.style.width = `${field.clientWidth}px`;
    follow();
  };
  const resized = new ResizeObserver(place);
  place();
  update();
  view.classList.toggle('unslanted', !isSlantedInPlace(content));
  resized.observe(field);
  field.addEventListener('input', update);
  const stop = onMessageChange(field.id as MessageField, update);
  field.addEventListener('scroll', follow, { passive: true });
  return () => {
    resized.disconnect();
    field.removeEventListener('input', update);
    stop();
    field.removeEventListener('scroll', follow);
    field.classList.remove('formatted');
    view.remove();
  };
}

/** Replaces the lines that changed. Returns what is shown now. */
function showLines(content: HTMLElement, before: readonly string[], lines: readonly StyledLine[]): string[] {
  const now = lines.map(({ text, kind }) => `${kind} ${text}`);
  const common = Math.min(before.length, now.length);
  let start = 0;
  while (start < common && before[start] === now[start]) start++;
  let end = 0;
  while (end < common - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  for (let count = before.length - end - start; count > 0; count--) content.children[start]!.remove();
  const after = content.children[start] ?? null;
  for (const line of lines.slice(start, lines.length - end)) content.insertBefore(drawLine(line), after);
  return now;
}

function drawLine(line: StyledLine): HTMLElement {
  const element = document.createElement('div');
  element.className = `line-${line.kind}`;
  for (const { text, styles } of splitPieces(line)) {
    const piece = document.createElement('span');
    piece.textContent = text;
    piece.className = styles.map((style) => `in-${style}`).join(' ');
    element.append(piece);
  }
  // An empty line is as high as any other.
  if (line.text === '') element.append(document.createElement('br'));
  return element;
}

/** Whether slanted letters are as wide as upright ones. A font's own italics are not. */
function isSlantedInPlace(content: HTMLElement): boolean {
  const probe = document.createElement('div');
  probe.className = 'slant-probe';
  const widths = ['', 'in-italic'].map((name) => {
    const sample = document.createElement('span');
    sample.className = name;
    sample.textContent = 'The quick brown fox jumps over the lazy dog';
    probe.append(sample);
    return sample;
  });
  content.append(probe);
  const [upright, slanted] = widths.map((sample) => sample.getBoundingClientRect().width);
  probe.remove();
  return Math.abs(upright! - slanted!) < 0.5;
}
