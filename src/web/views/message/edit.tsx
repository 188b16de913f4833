import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { changeContent, sourceOf } from '../../actions/edit.ts';
import { watch } from '../../connection.ts';
import { adopt } from '../../design/adopt.ts';
import { CircleAlert } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { handles } from '../../keys.ts';
import { reasonOf } from '../../refusals.ts';
import { conversationOf } from '../../store/conversation.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { Bar } from '../compose/bar.tsx';
import { composeFor } from '../compose.tsx';
import { editing } from './editing.ts';
import css from './message.css';
import { endOf } from './rights.ts';
import { Until } from './until.tsx';

adopt(css);

const FIELD = 'edit-text';
/** What was begun and not saved comes back when the message is edited again. */
const begun = new Map<number, string>();

/** A message's text to be changed, in its place. */
export function EditMessage({ message }: { message: Message }) {
  const source = useSignal<string | undefined>(undefined);
  const wrong = useSignal('');
  const busy = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const leave = () => {
    editing.value = undefined;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${message.id}"]`)?.focus());
  };
  useEffect(() => {
    sourceOf(message).then(
      (text) => (source.value = text),
      (error: Error) => {
        toast(reasonOf(error), true);
        leave();
      },
    );
  }, []);
  // Who is still writing when it is deleted keeps what they wrote.
  useEffect(
    () =>
      watch(({ type, message_id, message_ids = [message_id] }) => {
        const text = begun.get(message.id);
        if (type !== 'delete_message' || !message_ids.includes(message.id)) return;
        begun.delete(message.id);
        editing.value = undefined;
        toast(t('The message you were editing was deleted.'), true);
        if (text) composeFor(conversationOf(message, store.me.peek().id), text);
      }),
    [],
  );
  const isLoaded = source.value !== undefined;
  // As soon as it is seen: a key that comes with the next breath is meant for it.
  useLayoutEffect(() => {
    if (!isLoaded) return handles({ escape: leave });
    const text = field.current!;
    text.value = begun.get(message.id) ?? source.peek()!;
    grow(text);
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    // With what saves it.
    text.closest('.message-edit')!.scrollIntoView({ block: 'nearest' });
  }, [isLoaded]);
  if (!isLoaded) return <Skeleton rows={1} label={t('Loading…')} />;

  const save = async () => {
    const text = field.current!.value.replace(/\s+$/, '');
    if (busy.value) return;
    if (text === source.value) return cancel();
    if (text === '') {
      wrong.value = t('To take a message back, delete it.');
      return;
    }
    busy.value = true;
    try {
      await changeContent(message, text, source.value!);
      begun.delete(message.id);
      leave();
    } catch (error) {
      wrong.value = reasonOf(error);
    }
    busy.value = false;
  };
  const cancel = () => {
    begun.delete(message.id);
    leave();
  };
  return (
    <div class="message-edit">
      <div class="compose-box">
        <textarea
          ref={field}
          id={FIELD}
          rows={1}
          dir="auto"
          aria-label={t('Edit message')}
          onInput={(event) => {
            grow(event.currentTarget);
            begun.set(message.id, event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.isComposing || event.defaultPrevented) return;
            if (event.key === 'Escape') {
              event.stopPropagation();
              cancel();
            }
            if (event.key !== 'Enter' || event.shiftKey) return;
            if (store.settings.peek().enter_sends === (event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void save();
          }}
        />
        <div class="compose-foot">
          <Bar field={FIELD} conversation={conversationOf(message, store.me.value.id)} />
          <Button kind="quiet" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={busy.value} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </div>
      </div>
      <Until end={endOf(message, store.realm.value.realm_message_content_edit_limit_seconds)} />
      {wrong.value && (
        <p class="failure" role="alert">
          <Icon of={CircleAlert} size={16} />
          {wrong.value}
        </p>
      )}
    </div>
  );
}

function grow(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
