import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { send } from '../../actions/send.ts';
import { transfer } from '../../actions/uploads.ts';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { t } from '../../i18n/text.ts';
import type { Conversation } from '../../store/conversation.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatBytes } from '../../text/numbers.ts';
import { lengthError } from './message-length.ts';
import { joinParts, type MessageParts, splitMessage } from './message-parts.ts';

interface LongText {
  to: Conversation;
  text: string;
  /** Runs when the file is uploaded and its message is on the way. */
  done: () => void;
}

/** Opens a form that sends a text as a file. A message can be much shorter than a file. */
export function openSendAsFile(long: LongText): void {
  dialog.value = <SendAsFile {...long} />;
}

const MAX_NAME = 100;
const MAX_NOTE = 1000;

/** The most that is added to the quotes and files of the message: the note, and the link to the text. */
const MAX_ADDED = MAX_NOTE + 500;

/**
 * Splits a message into the text that becomes a file, and the quotes and files that stay in the message. If these are
 * too long themselves, all of it becomes the file.
 */
function split(content: string): MessageParts {
  const parts = splitMessage(content);
  const isTooLong = lengthError(joinParts({ ...parts, text: '-'.repeat(MAX_ADDED) })) !== undefined;
  return isTooLong || parts.text.trim() === '' ? { quotes: [], text: content, files: [] } : parts;
}

function SendAsFile({ to, text: content, done }: LongText) {
  const { quotes, text, files } = useMemo(() => split(content), [content]);
  const name = useSignal(t('message.txt'));
  const note = useSignal('');
  const closed = useMemo(() => new AbortController(), []);
  useEffect(() => () => closed.abort(), []);
  return (
    <FormDialog
      title={t('Send as a file')}
      action={t('Send file')}
      ready={name.value.trim() !== ''}
      act={async () => {
        const file = new File([text], fileName(name.peek()), { type: 'text/plain' });
        const url = await transfer(file, () => {}, closed.signal);
        const markdown = `[${file.name.replace(/[[\]]/g, ' ')}](${url})`;
        const words = note.peek().trim();
        const link = { markdown, name: file.name, href: url };
        send(to, joinParts({ quotes, text: words && `${words}\n`, files: [...files, link] }));
        done();
      }}
    >
      <p>{t('The text is too long for a message. It can be sent as a text file instead.')}</p>
      <TextField
        label={t('File name')}
        hint={formatBytes(new Blob([text]).size)}
        value={name}
        maxLength={MAX_NAME}
        required
      />
      <TextField label={t('Message (optional)')} value={note} maxLength={MAX_NOTE} />
    </FormDialog>
  );
}

/** A name without an ending would hide that the file is text. */
const fileName = (name: string): string => (/\.\w{1,8}$/.test(name.trim()) ? name.trim() : `${name.trim()}.txt`);
