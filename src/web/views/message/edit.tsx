import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { editContent, fetchSource } from '../../actions/edit.ts';
import { markUnsaved } from '../../actions/unsaved-text.ts';
import { afterRender } from '../../design/after-render.ts';
import { CircleAlert } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { RequestError } from '../../errors/request-error.ts';
import { t } from '../../i18n/text.ts';
import { registerShortcuts } from '../../keyboard/shortcuts.ts';
import { getDeadline } from '../../permissions/messages.ts';
import { onEvent } from '../../server/connection.ts';
import { getConversation } from '../../store/conversation.ts';
import { elements } from '../../store/local/elements.ts';
import { unsavedEdits } from '../../store/local/unsaved-text.ts';
import { isUploading } from '../../store/local/uploads.ts';
import type { Message } from '../../store/narrow.ts';
import { editedFromBox, editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { withTidyBlocks } from '../compose/code-blocks.ts';
import { addToDraft, focusCompose } from '../compose/compose.tsx';
import { grow, messageIn, onMessageChange, showMessage } from '../compose/field-text.ts';
import { Files, Quotes } from '../compose/lazy-chips.tsx';
import { lengthError } from '../compose/message-length.ts';
import { ComposeToolbar } from '../compose/toolbar.tsx';
import { findRow } from '../feed/rows.ts';
import css from './message.css';
import { Rendered } from './rendered.tsx';
import { TimeLimit } from './time-limit.tsx';

addStyle(css);

const FIELD = 'edit-text';
const field = elements[FIELD];
const nameVersion = (id: number): string => `edit ${id}`;

// If the message is deleted while it is being edited, the text is kept.
onEvent((event) => {
  if (event.type !== 'delete_message') return;
  for (const id of event.message_ids ?? []) {
    const changes = unsavedEdits.get(id);
    unsavedEdits.delete(id);
    markUnsaved(nameVersion(id), false);
    if (editing.peek() !== id) continue;
    editing.value = undefined;
    toast(t('The message you were editing was deleted.'), true);
    if (changes) addToDraft(changes.conversation, changes.text);
  }
});

/**
 * Closes the form and focuses the message, or the compose box if the user came from there. If the user focused
 * something else while the text was saved, the focus stays.
 */
function leave(message: Message): void {
  markUnsaved(nameVersion(message.id), false);
  const { activeElement: at } = document;
  const isElsewhere = at && at !== document.body && !at.closest(`[data-id="${message.id}"]`);
  editing.value = undefined;
  const fromBox = editedFromBox.peek() === message.id;
  editedFromBox.value = undefined;
  if (isElsewhere) return;
  if (fromBox) focusCompose();
  else afterRender(() => findRow(message.id)?.focus());
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

/** Remembers the changes of the version `source` until they are saved or discarded. */
function remember(message: Message, text: string, source: string): void {
  if (text === source) unsavedEdits.delete(message.id);
  else unsavedEdits.set(message.id, { text, source, conversation: getConversation(message, store.me.peek().id) });
  markUnsaved(nameVersion(message.id), unsavedEdits.has(message.id));
}

/**
 * Loads the source of a message, again after each change of the message. A form without changes shows the new version;
 * otherwise `isOutdated` is true, and saving replaces the new version.
 */
function useSource(message: Message) {
  const source = useSignal<string | undefined>(undefined);
  const isOutdated = useSignal(false);
  const loads = useRef(0);
  const load = async () => {
    const number = ++loads.current;
    const text = await fetchSource(message);
    if (number !== loads.current) return;
    const changes = unsavedEdits.get(message.id);
    if (changes && changes.source !== text) {
      isOutdated.value = changes.text !== text;
      remember(message, changes.text, text);
    }
    source.value = text;
  };
  useEffect(() => {
    load().catch((error: Error) => {
      // The form stays with the version before; the server does not let it replace one that was not shown.
      if (source.peek() !== undefined) return;
      toast(errorText(error), true);
      leave(message);
    });
    return () => void loads.current++;
  }, [message.content]);
  return { source, isOutdated, load };
}

/** Shows the source in the field, or the unsaved changes. The field gets the focus when the source is first there. */
function useField(message: Message, source: string | undefined) {
  const isFirst = useRef(true);
  // Focuses before the next key press.
  useLayoutEffect(() => {
    if (source === undefined) return registerShortcuts({ escape: () => leave(message) });
    const text = field.current!;
    const changes = unsavedEdits.get(message.id);
    if (isFirst.current || !changes) {
      const content = changes?.text ?? source;
      if (messageIn(text) !== content) showMessage(text, content);
    }
    if (!isFirst.current) return;
    isFirst.current = false;
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    // Scrolls to the form including its save button.
    text.closest('.message-edit')!.scrollIntoView({ block: 'nearest' });
  }, [source]);
}

/** Saves the edited text. If the message was edited meanwhile, shows that version first; saving again replaces it. */
function useSave(message: Message, { source, isOutdated, load }: ReturnType<typeof useSource>) {
  const error = useSignal('');
  const busy = useSignal(false);
  const save = async (text: string) => {
    if (busy.value) return;
    if (isUploading(FIELD, nameVersion(message.id))) {
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
      if (cause instanceof RequestError && cause.code === 'EXPECTATION_MISMATCH') {
        await load().catch(() => {});
        if (isOutdated.value) error.value = '';
      }
    }
    busy.value = false;
  };
  return { error, busy, save };
}

function handleKey(event: KeyboardEvent, message: Message, submit: () => void): void {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.key === 'Escape') {
    event.stopPropagation();
    putAside(message);
  }
  if (event.key !== 'Enter' || event.shiftKey) return;
  if (!store.settings.peek().enter_sends && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  submit();
}

const Failure = ({ text }: { text: string }) => (
  <p class="failure" role="alert">
    <Icon of={CircleAlert} size={16} />
    {text}
  </p>
);

/** The form that edits a message in place. */
export function EditMessage({ message }: { message: Message }) {
  const before = useMemo(() => unsavedEdits.get(message.id), []);
  const version = useSource(message);
  const { source, isOutdated } = version;
  useField(message, source.value);
  const changed = () => {
    grow(field.current!);
    remember(message, messageIn(field.current!), source.value!);
  };
  useLayoutEffect(() => onMessageChange(FIELD, (reason) => reason === 'chips' && changed()), []);
  const { error, busy, save } = useSave(message, version);
  if (source.value === undefined) return <Skeleton rows={1} label={t('Loading…')} />;
  const submit = () => void save(withTidyBlocks(messageIn(field.current!)).replace(/\s+$/, ''));
  return (
    <div class="message-edit" translate={false}>
      <div class="compose-box">
        <Quotes field={FIELD} />
        <div class="field-box">
          <textarea
            ref={field}
            id={FIELD}
            data-draft={nameVersion(message.id)}
            rows={1}
            dir="auto"
            aria-label={t('Edit message')}
            onInput={changed}
            onKeyDown={(event) => handleKey(event, message, submit)}
          />
        </div>
        <Files field={FIELD} draft={nameVersion(message.id)} />
        <div class="compose-foot">
          <ComposeToolbar field={FIELD} conversation={getConversation(message, store.me.value.id)} />
          <span class="edit-buttons">
            <Button kind="quiet" onClick={() => cancel(message)}>
              {t('Cancel')}
            </Button>
            <Button kind="primary" disabled={busy.value} onClick={submit}>
              {t('Save')}
            </Button>
          </span>
        </div>
      </div>
      {before && <p class="field-hint">{t('These are your unsaved changes. Choose “Cancel” to discard them.')}</p>}
      <TimeLimit end={getDeadline(message, store.realm.value.realm_message_content_edit_limit_seconds)} />
      {error.value && <Failure text={error.value} />}
      {isOutdated.value && (
        <>
          <Failure
            text={t('This message was edited elsewhere. Its current text is shown below. Saving replaces it.')}
          />
          <Rendered html={message.content} />
        </>
      )}
    </div>
  );
}
