import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { editContent, fetchSource } from '../../actions/edit.ts';
import { CircleAlert } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { markUnsaved } from '../../design/unsaved-text.ts';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { registerShortcuts } from '../../keyboard/shortcuts.ts';
import { deadlineOf } from '../../permissions/messages.ts';
import { onEvent } from '../../server/connection.ts';
import { RequestError } from '../../server/request-error.ts';
import { conversationOf } from '../../store/conversation.ts';
import { unsavedEdits } from '../../store/local/unsaved-text.ts';
import { isUploading } from '../../store/local/uploads.ts';
import type { Message } from '../../store/narrow.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { addToDraft } from '../compose/compose.tsx';
import { grow, messageIn, showMessage } from '../compose/field-text.ts';
import { Files, Quotes } from '../compose/lazy-chips.tsx';
import { lengthError } from '../compose/message-length.ts';
import { ComposeToolbar } from '../compose/toolbar.tsx';
import css from './message.css';
import { Rendered } from './rendered.tsx';
import { TimeLimit } from './time-limit.tsx';

addStyle(css);

const FIELD = 'edit-text';
const named = (id: number): string => `edit ${id}`;

// If the message is deleted while it is being edited, the text is kept.
onEvent((event) => {
  if (event.type !== 'delete_message') return;
  for (const id of event.message_ids ?? []) {
    const changes = unsavedEdits.get(id);
    unsavedEdits.delete(id);
    markUnsaved(named(id), false);
    if (editing.peek() !== id) continue;
    editing.value = undefined;
    toast(t('The message you were editing was deleted.'), true);
    if (changes) addToDraft(changes.conversation, changes.text);
  }
});

/** Closes the form and focuses the message. */
function leave(message: Message): void {
  markUnsaved(named(message.id), false);
  editing.value = undefined;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${message.id}"]`)?.focus());
}

function discard(message: Message): void {
  unsavedEdits.delete(message.id);
  leave(message);
}

/** Discards the changes, and offers to return to them. */
function cancel(message: Message): void {
  const changes = unsavedEdits.get(message.id);
  discard(message);
  if (!changes) return;
  toast(t('Your changes were discarded.'), false, () => {
    unsavedEdits.set(message.id, changes);
    editing.value = message.id;
  });
}

/** Closes the form and keeps the changes, since the key may have been meant for something else. */
function putAside(message: Message): void {
  leave(message);
  if (unsavedEdits.has(message.id))
    toast(t('Your changes were saved. Edit the message again to continue.'), false, () => {
      editing.value = message.id;
    });
}

/** Remembers the changes until they are saved or discarded. */
function remember(message: Message, text: string, source: string | undefined): void {
  if (text === source) unsavedEdits.delete(message.id);
  else unsavedEdits.set(message.id, { text, conversation: conversationOf(message, store.me.peek().id) });
  markUnsaved(named(message.id), unsavedEdits.has(message.id));
}

/** Loads the source of a message. The field gets it, or the unsaved changes, and the focus as soon as it is there. */
function useSource(message: Message, field: RefObject<HTMLTextAreaElement | null>, before: string | undefined) {
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    fetchSource(message).then(
      (text) => (source.value = text),
      (error: Error) => {
        toast(errorText(error), true);
        leave(message);
      },
    );
  }, []);
  const isLoaded = source.value !== undefined;
  // Focuses before the next key press.
  useLayoutEffect(() => {
    if (!isLoaded) return registerShortcuts({ escape: () => leave(message) });
    const text = field.current!;
    showMessage(text, before ?? source.peek()!);
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    // Scrolls to the form including its save button.
    text.closest('.message-edit')!.scrollIntoView({ block: 'nearest' });
  }, [isLoaded]);
  return source;
}

/** Saves the edited text. If somebody else edited the message meanwhile, shows that version first. */
function useSave(message: Message, source: Signal<string | undefined>) {
  const error = useSignal('');
  const wasEditedElsewhere = useSignal(false);
  const busy = useSignal(false);
  /** Shows the version that somebody else, or the user on another device, saved. Saving again overwrites it. */
  const showOther = async () => {
    try {
      source.value = await fetchSource(message);
      wasEditedElsewhere.value = true;
      error.value = t('This message was edited elsewhere. Its current text is shown below. Save again to replace it.');
    } catch {
      // The error is already displayed.
    }
  };
  const save = async (text: string) => {
    if (busy.value) return;
    if (isUploading(FIELD, named(message.id))) {
      error.value = t('Wait until your files are uploaded, or cancel them.');
      return;
    }
    if (text === source.value) return discard(message);
    error.value = text === '' ? t('A message can’t be empty. To remove it, delete it.') : (lengthError(text) ?? '');
    if (error.value) return;
    busy.value = true;
    try {
      await editContent(message, text, source.value!);
      discard(message);
    } catch (cause) {
      error.value = errorText(cause);
      if (cause instanceof RequestError && cause.code === 'EXPECTATION_MISMATCH') await showOther();
    }
    busy.value = false;
  };
  return { error, wasEditedElsewhere, busy, save };
}

/** The form that edits a message in place. */
export function EditMessage({ message }: { message: Message }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const before = useMemo(() => unsavedEdits.get(message.id), []);
  const source = useSource(message, field, before?.text);
  const { error, wasEditedElsewhere, busy, save } = useSave(message, source);
  if (source.value === undefined) return <Skeleton rows={1} label={t('Loading…')} />;
  const submit = () => void save(messageIn(field.current!).replace(/\s+$/, ''));
  return (
    <div class="message-edit">
      <div class="compose-box">
        <Quotes field={FIELD} />
        <div class="field-box">
          <textarea
            ref={field}
            id={FIELD}
            data-draft={named(message.id)}
            rows={1}
            dir="auto"
            aria-label={t('Edit message')}
            onInput={(event) => {
              grow(event.currentTarget);
              remember(message, messageIn(event.currentTarget), source.value);
            }}
            onKeyDown={(event) => {
              if (event.isComposing || event.defaultPrevented) return;
              if (event.key === 'Escape') {
                event.stopPropagation();
                putAside(message);
              }
              if (event.key !== 'Enter' || event.shiftKey) return;
              if (!store.settings.peek().enter_sends && !event.ctrlKey && !event.metaKey) return;
              event.preventDefault();
              submit();
            }}
          />
        </div>
        <Files field={FIELD} draft={named(message.id)} />
        <div class="compose-foot">
          <ComposeToolbar field={FIELD} conversation={conversationOf(message, store.me.value.id)} />
          <Button kind="quiet" onClick={() => cancel(message)}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={busy.value} onClick={submit}>
            {t('Save')}
          </Button>
        </div>
      </div>
      {before && <p class="field-hint">{t('These are your unsaved changes. Choose “Cancel” to discard them.')}</p>}
      <TimeLimit end={deadlineOf(message, store.realm.value.realm_message_content_edit_limit_seconds)} />
      {error.value && (
        <p class="failure" role="alert">
          <Icon of={CircleAlert} size={16} />
          {error.value}
        </p>
      )}
      {wasEditedElsewhere.value && <Rendered html={message.content} />}
    </div>
  );
}
