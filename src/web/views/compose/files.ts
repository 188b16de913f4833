import { getDraft, saveDraft } from '../../actions/drafts.ts';
import { upload } from '../../actions/uploads.ts';
import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { elements, type MessageField } from '../../store/local/elements.ts';
import type { FileLink } from '../../store/local/message-parts.ts';
import { filesIn, UnusableFiles } from './dropped-files.ts';
import { changeChips } from './field-text.ts';
import { joinParts, splitMessage } from './message-parts.ts';

/** Audio types that messages play inline if they are written like images. */
const PLAYABLE_AUDIO = /^audio\/(?:aac|flac|mpeg|wav|x-wav|vnd\.wave)$/;

/**
 * Uploads files for the message in a field. Each becomes a chip, in the order of the files. `conversation` is the one
 * that the message is for. Its draft gets the file if the field shows another draft by then.
 */
export function attach(field: MessageField, files: Iterable<File>, conversation?: Conversation): void {
  const draft = elements[field].current!.dataset.draft ?? '';
  elements[field].current!.focus();
  const uploaded: (FileLink | undefined)[] = [];
  for (const [at, file] of [...files].entries())
    void uploadOne({ field, draft }, file).then(
      (link) => {
        uploaded[at] = link;
        const isLater = ({ href }: FileLink) => uploaded.slice(at + 1).some((one) => one?.href === href);
        const add = (all: readonly FileLink[]) => {
          const next = all.findIndex(isLater);
          return all.toSpliced(next < 0 ? all.length : next, 0, link);
        };
        addFile({ field, draft }, add, conversation);
      },
      // The chip shows the error.
      () => {},
    );
}

/** Where a file goes: a field, and the draft that it showed when the upload began. */
interface Place {
  field: MessageField;
  draft: string;
}

async function uploadOne(place: Place, file: File): Promise<FileLink> {
  const name = file.name.replace(/[[\]]/g, ' ').trim() || t('file');
  const href = await upload(place, new File([file], name, { type: file.type }));
  return { markdown: `${PLAYABLE_AUDIO.test(file.type) ? '!' : ''}[${name}](${href})`, name, href };
}

/** Adds a file to a field's message, or to the draft of its conversation. */
function addFile(
  { field, draft }: Place,
  add: (files: readonly FileLink[]) => FileLink[],
  conversation: Conversation | undefined,
): void {
  const { current: shown } = elements[field];
  if (shown && (draft === '' || shown.dataset.draft === draft))
    changeChips(field, (chips) => ({ ...chips, files: add(chips.files) }));
  else if (conversation && getKey(conversation) === draft) {
    const parts = splitMessage(getDraft(conversation));
    saveDraft(conversation, joinParts({ ...parts, files: add(parts.files) }));
  }
}

/** Passes the files of a drop or paste to `take`, with those in folders, or says why it cannot. */
export function takeFiles(data: DataTransfer, take: (files: readonly File[]) => void): void {
  const files = filesIn(data);
  if (files instanceof Promise)
    files.then(take, (error) => toast(error instanceof UnusableFiles ? error.reason : errorText(error), true));
  else take(files);
}

/** Passes files that are dropped in `area` to `take`. `box` shows that it accepts them. Returns a function to stop. */
export function acceptDrops(area: HTMLElement, box: HTMLElement, take: (files: readonly File[]) => void): () => void {
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
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    takeFiles(event.dataTransfer!, take);
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  area.addEventListener('dragover', over, { signal });
  area.addEventListener('dragleave', left, { signal });
  area.addEventListener('drop', dropped, { signal });
  return () => stopped.abort();
}
