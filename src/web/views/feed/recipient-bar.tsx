import { Globe, Hash, Lock, Mail } from '../../design/icons.ts';
import { Icon } from '../../design/primitives.tsx';
import type { Channel } from '../../store/channels.ts';
import type { Conversation } from '../../store/conversation.ts';
import { store } from '../../store/store.ts';
import { channelName, displayNames, hrefOfChannel, makeHref } from '../../text/names.ts';
import { safeFragment } from '../../text/safe-html.ts';
import { TopicName } from '../topic-name.tsx';

const channelIcon = (channel: Channel | undefined) =>
  channel?.is_web_public ? Globe : channel?.invite_only ? Lock : Hash;

/** A channel's icon in its color. */
export function ChannelSign({ id, size = 16 }: { id: number; size?: number }) {
  const channel = store.channels.value.get(id);
  return (
    <span class="channel-sign channel-color" style={{ '--channel': channel?.color }}>
      <Icon of={channelIcon(channel)} size={size} />
    </span>
  );
}

/**
 * The heading of the messages of one conversation in a mixed feed. `inChannel` omits the channel, if all messages are
 * of the same one.
 */
export function RecipientBar({
  conversation,
  id,
  found,
  inChannel,
}: {
  conversation: Conversation;
  id: number;
  /** The topic as HTML with highlighted search matches. */
  found: string | undefined;
  inChannel: boolean;
}) {
  if (conversation.kind === 'direct')
    return (
      <h3 class="recipient-bar" translate={false}>
        <Icon of={Mail} size={15} />
        <a href={makeHref(conversation, id)}>{displayNames(conversation.people)}</a>
      </h3>
    );
  const { channel, topic } = conversation;
  return (
    <h3
      class="recipient-bar channel-color"
      translate={false}
      style={{ '--channel': store.channels.value.get(channel)?.color }}
    >
      {!inChannel && (
        <>
          <span class="signed recipient-where" dir="auto">
            <ChannelSign id={channel} size={15} />
            <a class="recipient-channel" href={hrefOfChannel(channel)}>
              {channelName(channel)}
            </a>
          </span>
          <span aria-hidden="true">›</span>
        </>
      )}
      <Topic name={topic} href={makeHref(conversation, id)} found={found} />
    </h3>
  );
}

/** `found` is the name as HTML with highlighted search matches, if the topic still has that name. */
function Topic({ name, href, found }: { name: string; href: string; found: string | undefined }) {
  const marked = found && safeFragment(found);
  const isStill = marked && marked.textContent === name;
  return (
    <a href={href}>{isStill ? <span ref={(box) => box?.replaceChildren(marked)} /> : <TopicName topic={name} />}</a>
  );
}
