import { UploadCanceled, upload } from '../../actions/uploads.ts';
import { t } from '../../i18n/text.ts';
import { applyChange, fieldOf, insertBlock } from './text-field.ts';

/** Audio types that messages play inline if they are written like images. */
const PLAYABLE_AUDIO = /^audio\/(?:aac|flac|mpeg|wav|x-wav|vnd\.wave)$/;

/** Uploads files. A placeholder line marks each until its link is available. */
export function attach(field: HTMLTextAreaElement, files: Iterable<File>): void {
  for (const file of files) void attachOne(field, file);
}

async function attachOne(field: HTMLTextAreaElement, file: File): Promise<void> {
  const name = file.name.replace(/[[\]]/g, ' ').trim() || t('file');
  const placeholder = `[${t('Uploading {name}…', { name })}]()`;
  insertBlock(field, placeholder);
  try {
    const url = await upload(field.id, file);
    replacePlaceholder(field, placeholder, `${PLAYABLE_AUDIO.test(file.type) ? '!' : ''}[${name}](${url})`);
  } catch (error) {
    replacePlaceholder(field, placeholder, '');
    if (!(error instanceof UploadCanceled)) return;
  }
}

/**
 * Replaces a placeholder wherever it is now. If the user deleted it, the link is appended. The caret keeps its
 * position.
 */
function replacePlaceholder(field: HTMLTextAreaElement, placeholder: string, text: string): void {
  const { text: all, start, end } = fieldOf(field);
  const at = all.indexOf(placeholder);
  if (at < 0) {
    if (text && field.isConnected) insertBlock(field, text);
    return;
  }
  const to = at + placeholder.length;
  const moved = (place: number) =>
    place >= to ? place + text.length - placeholder.length : place > at ? at + text.length : place;
  applyChange(field, { from: at, to, text, start: moved(start), end: moved(end) });
}

/** Attaches files that are dropped in `area` to the field in `box`. Returns a function that removes the handlers. */
export function acceptDrops(area: HTMLElement, box: HTMLElement, field: () => HTMLTextAreaElement | null): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    box.classList.add('drop-here');
  };
  const left = (event: DragEvent) => {
    if (!area.contains(event.relatedTarget as Node | null)) box.classList.remove('drop-here');
  };
  const dropped = (event: DragEvent) => {
    box.classList.remove('drop-here');
    const target = field();
    if (!hasFiles(event) || !target || event.defaultPrevented) return;
    event.preventDefault();
    attach(target, event.dataTransfer!.files);
  };
  area.addEventListener('dragover', over);
  area.addEventListener('dragleave', left);
  area.addEventListener('drop', dropped);
  return () => {
    area.removeEventListener('dragover', over);
    area.removeEventListener('dragleave', left);
    area.removeEventListener('drop', dropped);
  };
}
