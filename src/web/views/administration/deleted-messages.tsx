import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { RefreshCw } from '../../design/icons.ts';
import { Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { registrations, store } from '../../store/store.ts';
import { formatDay, formatTimeOrDay } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';
import { ArchivedChannels } from './archived-channels.tsx';
import { ListSection } from './list-section.tsx';

type Page = Reply<'GET /deleted_messages'>;
type DeletedMessage = Page['messages'][number];

/** Deleted messages and archived channels, to restore them. */
export const Deleted = () => (
  <>
    <DeletedMessages />
    <ArchivedChannels />
  </>
);

/** Messages that were deleted lately, to restore them. */
function DeletedMessages() {
  const list = useSignal<Page | undefined>(undefined);
  const failed = useSignal('');
  const load = async (before?: number) => {
    try {
      const page = await request('GET /deleted_messages', before === undefined ? {} : { before });
      const shown = before === undefined ? [] : (list.peek()?.messages ?? []);
      list.value = { ...page, messages: [...shown, ...page.messages] };
    } catch (error) {
      failed.value = errorText(error);
    }
  };
  useEffect(() => void load(), [registrations.value]);
  const { messages, before } = list.value ?? {};
  return (
    <ListSection
      label={t('Deleted messages')}
      about={t('You can restore messages that you were able to read. After some time they are permanently deleted.')}
    >
      {failed.value && <p class="form-wrong">{failed.value}</p>}
      {!messages && !failed.value && <Skeleton rows={3} label={t('Loading deleted messages')} />}
      {messages?.length === 0 && (
        <EmptyState icon={Trash2} title={t('No deleted messages')}>
          <p>{t('When somebody deletes a message, you can restore it here.')}</p>
        </EmptyState>
      )}
      {messages && messages.length > 0 && (
        <ul class="lines" aria-label={t('Deleted messages')}>
          {messages.map((one) => (
            <DeletedLine key={one.id} one={one} failed={failed} onRestored={() => load()} />
          ))}
        </ul>
      )}
      {before != null && <Button onClick={() => load(before)}>{t('Show more')}</Button>}
    </ListSection>
  );
}

function DeletedLine({
  one,
  failed,
  onRestored,
}: {
  one: DeletedMessage;
  failed: { value: string };
  onRestored: () => Promise<void>;
}) {
  const restore = async () => {
    failed.value = '';
    try {
      await request('POST /deleted_messages/restore', { message_ids: [one.id] });
      await onRestored();
    } catch (error) {
      failed.value = errorText(error);
    }
  };
  const sender = displayName(one.sender_id);
  return (
    <li class="line">
      <Icon of={Trash2} size={16} />
      <div class="line-body">
        <div class="deleted-text">
          <Rendered html={one.rendered_content} />
        </div>
        <span class="line-note line-note-whole">
          {sender} · {nameConversation(one)} · {describeDeletion(one)}
        </span>
        <span class="line-note line-note-whole">
          {t('Can be restored until {when}', { when: formatDay(one.restorable_until) })}
        </span>
      </div>
      <Button icon={RefreshCw} label={t('Restore the message of {name}', { name: sender })} onClick={restore}>
        {t('Restore')}
      </Button>
    </li>
  );
}

function nameConversation({ stream_id, topic, user_ids }: DeletedMessage): string {
  if (stream_id === undefined) return (user_ids ?? []).map(displayName).join(', ');
  const channel = store.channels.value.get(stream_id)?.name ?? '';
  return topic === '' ? `#${channel}` : `#${channel} › ${topic}`;
}

function describeDeletion({ deleted, deleted_by }: DeletedMessage): string {
  const when = formatTimeOrDay(deleted);
  return deleted_by === null
    ? t('deleted by the message retention, {when}', { when })
    : t('deleted by {name}, {when}', { name: displayName(deleted_by), when });
}
