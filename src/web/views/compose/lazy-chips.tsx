import { lazyView } from '../../design/lazy.tsx';
import type { MessageField } from '../../store/local/elements.ts';
import { uploads, uploadsFor } from '../../store/local/uploads.ts';
import { getChips } from './field-text.ts';

const QuoteChips = lazyView(() => import('./chips.tsx').then(({ QuoteChips }) => QuoteChips));
const FileChips = lazyView(() => import('./chips.tsx').then(({ FileChips }) => FileChips));

/** The quotations that the message in a field begins with. Few messages have some, so the script is loaded then. */
export const Quotes = ({ field }: { field: MessageField }) =>
  getChips(field).quotes.length > 0 ? <QuoteChips field={field} /> : null;

/** The files that the message in a field ends with, and those that are being uploaded for this draft. */
export const Files = ({ field, draft }: { field: MessageField; draft: string }) =>
  getChips(field).files.length > 0 || uploadsFor(uploads.value, field, draft).length > 0 ? (
    <FileChips field={field} draft={draft} />
  ) : null;
