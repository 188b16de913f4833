import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isResolved } from '../../../shared/resolved-topics.ts';
import { toggleResolved } from '../../actions/edit.ts';
import { Check, CircleAlert, Users } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { canMentionMany, canPost, canResolve } from '../../permissions/messages.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import { type Conversation, directKey } from '../../store/conversation.ts';
import { elements, type MessageField } from '../../store/local/elements.ts';
import { knownSubscriptions } from '../../store/local/known-subscriptions.ts';
import { store } from '../../store/store.ts';
import { formatList } from '../../text/format.ts';
import { channelLabel, channelName, displayName, fullName } from '../../text/names.ts';
import { messageIn, onMessageChange } from './field-text.ts';
import { lengthError } from './message-length.ts';

/** The number of users from which a wildcard mention shows a warning. */
const MANY = 15;
const PAUSE = 300;

/**
 * Warnings before sending: the user cannot post here, a mention notifies many people, or a mentioned user will not see
 * the message.
 */
export function ComposeWarnings({
  field: id,
  conversation,
  sends,
  sendAsFile,
}: {
  field: MessageField;
  conversation: Conversation | undefined;
  sends: boolean;
  sendAsFile: (() => void) | undefined;
}) {
  const text = useSignal('');
  useEffect(() => {
    const { current: field } = elements[id];
    if (!field) return;
    let later: ReturnType<typeof setTimeout>;
    const check = () => {
      clearTimeout(later);
      later = setTimeout(() => (text.value = messageIn(field)), PAUSE);
    };
    check();
    field.addEventListener('input', check);
    const stop = onMessageChange(id, check);
    return () => {
      clearTimeout(later);
      field.removeEventListener('input', check);
      stop();
    };
  }, [id, conversation]);
  if (!conversation) return null;
  const refusal = sends ? reasonCannotSend(conversation) : undefined;
  const why = refusal ?? lengthError(text.value);
  return (
    <>
      {why && (
        <p class="notice notice-wrong" role="status">
          <Icon of={CircleAlert} size={16} />
          {why}
          {!refusal && sendAsFile && (
            <Button kind="quiet" onClick={sendAsFile}>
              {t('Send as a file')}
            </Button>
          )}
        </p>
      )}
      {sends && !why && conversation.kind === 'direct' && <GuestWarning among={conversation.people} />}
      {conversation.kind === 'topic' && (
        <>
          {sends && !why && isResolved(conversation.topic) && <ResolvedWarning {...conversation} />}
          <WildcardWarning text={text.value} channel={conversation.channel} />
          <UnsubscribedWarning text={text.value} channel={conversation.channel} />
        </>
      )}
    </>
  );
}

/** The reason why nothing can be sent to this conversation. */
function reasonCannotSend(conversation: Conversation): string | undefined {
  if (conversation.kind === 'direct') {
    const people = conversation.people.flatMap((id) => store.users.value.get(id) ?? []);
    const gone = people.find(({ is_active }) => !is_active);
    if (gone) return t('The account of {name} is deactivated. You can’t send messages here.', { name: gone.full_name });
    const isFirst = !store.directConversations.value.all.has(directKey(conversation.people));
    const isFree = people.every(({ user_id, is_bot }) => is_bot || user_id === store.me.value.id);
    return isFirst && !isFree && !hasRealmPermission('direct_message_initiator_group')
      ? t('You don’t have permission to start direct message conversations.')
      : undefined;
  }
  const channel = store.channels.value.get(conversation.channel);
  if (channel?.is_archived) return t('This channel is archived. You can’t send messages here.');
  return channel && !canPost(channel) ? t('You don’t have permission to post in this channel.') : undefined;
}

/** Warns that a recipient of a direct message is a guest. */
function GuestWarning({ among }: { among: readonly number[] }) {
  const guests = among.filter((id) => store.users.value.get(id)?.is_guest);
  if (guests.length === 0 || store.me.value.is_guest || !store.realm.value.realm_enable_guest_user_dm_warning)
    return null;
  return (
    <p class="notice guests" role="status">
      <Icon of={CircleAlert} size={16} />
      {plural(guests.length, '{names} is a guest in this organization.', '{names} are guests in this organization.', {
        names: formatList(guests.map(fullName)),
      })}
    </p>
  );
}

/** Warns that the topic is resolved. */
function ResolvedWarning({ channel, topic }: { channel: number; topic: string }) {
  return (
    <p class="notice" role="status">
      <Icon of={Check} size={16} />
      {t('This topic is marked as resolved.')}
      {canResolve(channel) && (
        <Button
          kind="quiet"
          onClick={async () => {
            const { withNewest } = await import('../channels/menus.tsx');
            await reportResult(withNewest(channel, topic, (message) => toggleResolved(message.id, topic)));
          }}
        >
          {t('Unresolve topic')}
        </Button>
      )}
    </p>
  );
}

function WildcardWarning({ text, channel }: { text: string; channel: number }) {
  const [, name] = /(?:^|[\s({["'])@\*\*(all|everyone|channel|stream|topic)\*\*/.exec(text) ?? [];
  const count = store.channels.value.get(channel)?.subscriber_count ?? 0;
  if (!name || name === 'topic' || count <= MANY) return null;
  return (
    <p class={canMentionMany() ? 'notice' : 'notice notice-wrong'} role="status">
      <Icon of={Users} size={16} />
      {canMentionMany()
        ? plural(count, 'This will notify {n} person in {name}.', 'This will notify all {n} people in {name}.', {
            name: channelLabel(channelName(channel)),
          })
        : t('You don’t have permission to notify everyone in a large channel.')}
    </p>
  );
}

function UnsubscribedWarning({ text, channel }: { text: string; channel: number }) {
  const unhearing = useSignal<readonly number[]>([]);
  const called = mentionedIn(text).join();
  useEffect(() => {
    let isHere = true;
    const ids = called === '' ? [] : called.split(',').map(Number);
    void Promise.all(ids.map((id) => isSubscribed(id, channel))).then((all) => {
      if (isHere) unhearing.value = ids.filter((_, at) => all[at] === false);
    });
    return () => {
      isHere = false;
    };
  }, [called, channel]);
  return (
    <>
      {unhearing.value.map((id) => (
        <p class="notice" role="status" key={id}>
          <Icon of={Users} size={16} />
          {t('{name} isn’t in {channel} and won’t be notified.', {
            name: displayName(id),
            channel: channelLabel(channelName(channel)),
          })}
          <Button
            kind="quiet"
            onClick={async () => {
              try {
                await request('POST /users/me/subscriptions', {
                  subscriptions: [{ name: channelName(channel) }],
                  principals: [id],
                });
                knownSubscriptions.set(`${id} ${channel}`, true);
                unhearing.value = unhearing.peek().filter((one) => one !== id);
              } catch (error) {
                toast(errorText(error), true);
              }
            }}
          >
            {t('Add to channel')}
          </Button>
        </p>
      ))}
    </>
  );
}

function mentionedIn(text: string): number[] {
  const ids = [...text.matchAll(/@\*\*([^*|]+)(?:\|(\d+))?\*\*/g)].flatMap(([, name, id]) => {
    if (id) return [Number(id)];
    const found = [...store.users.value.values()].filter(({ full_name }) => full_name === name);
    return found.length === 1 ? [found[0]!.user_id] : [];
  });
  const me = store.me.value.id;
  return [...new Set(ids)].filter((id) => id !== me && store.users.value.get(id)?.is_active).slice(0, 5);
}

async function isSubscribed(user_id: number, stream_id: number): Promise<boolean> {
  const key = `${user_id} ${stream_id}`;
  if (!knownSubscriptions.has(key))
    try {
      const { is_subscribed } = await request('GET /users/{user_id}/subscriptions/{stream_id}', { user_id, stream_id });
      knownSubscriptions.set(key, is_subscribed);
      setTimeout(() => knownSubscriptions.delete(key), 60_000);
    } catch {
      return true;
    }
  return knownSubscriptions.get(key)!;
}
