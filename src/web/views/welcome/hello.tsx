import { useSignal } from '@preact/signals';
import { send } from '../../actions/send.ts';
import { SendHorizontal } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { canPost } from '../../permissions/messages.ts';
import type { Channel } from '../../store/channels.ts';
import type { Conversation } from '../../store/conversation.ts';
import { store } from '../../store/store.ts';
import { channelLabel, makeHref } from '../../text/names.ts';
import { focusCompose } from '../compose/compose.tsx';

/** The channel for a first message: the oldest one that the user is subscribed to and can post in. */
export const greetingChannel = (): Channel | undefined =>
  [...store.channels.value.values()]
    .filter((channel) => channel.subscribed && canPost(channel))
    .sort((a, b) => a.stream_id - b.stream_id)[0];

/** A compose box for a first message in a topic. Sending opens the topic. */
export function SayHello({ done }: { done: () => void }) {
  const channel = greetingChannel();
  const topic = useSignal(t('introductions'));
  const text = useSignal('');
  if (!channel) return null;
  const submit = () => {
    if (text.value.trim() === '' || topic.value.trim() === '') return;
    const to: Conversation = { kind: 'topic', channel: channel.stream_id, topic: topic.value.trim() };
    send(to, text.value.trim());
    done();
    addEventListener('hashchange', () => focusCompose(), { once: true });
    location.hash = makeHref(to);
  };
  return (
    <form
      class="welcome-hello"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t('Tell the others who you are. Your message goes to a channel, in a topic of its own.')}</p>
      <div class="welcome-to">
        <span dir="auto">{channelLabel(channel.name)}</span>
        <span aria-hidden="true">›</span>
        <input
          aria-label={t('Topic')}
          dir="auto"
          maxLength={store.realm.value.max_topic_length}
          value={topic.value}
          onInput={(event) => (topic.value = event.currentTarget.value)}
        />
      </div>
      <textarea
        rows={2}
        dir="auto"
        aria-label={t('First message')}
        placeholder={t('Hello everyone! I’m …')}
        maxLength={store.realm.value.max_message_length}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          if (!store.settings.peek().enter_sends && !event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="welcome-actions">
        <Button kind="primary" type="submit" icon={SendHorizontal} disabled={text.value.trim() === ''}>
          {t('Say hello')}
        </Button>
      </div>
    </form>
  );
}
