import { useEffect } from 'preact/hooks';
import { fetchPins, type PinPlace, placeKey, unpinMessage } from '../../actions/pins.ts';
import { Pin } from '../../design/icons.ts';
import { closePopover, Dialog, openPopover, Panel } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { PinOff } from '../../design/more-icons.ts';
import { Avatar, Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import { canPin } from '../../permissions/messages.ts';
import { getConversation } from '../../store/conversation.ts';
import { dialog } from '../../store/local/layers.ts';
import { type PinnedMessage, pinnedLists } from '../../store/local/pins.ts';
import { store } from '../../store/store.ts';
import { formatDateTime, formatTimeOrDay } from '../../text/format.ts';
import { channelLabel, channelName, displayName, makeHref } from '../../text/names.ts';
import { getText } from '../../text/safe-html.ts';
import { TopicName } from '../topic-name.tsx';
import css from './pins.css';

addStyle(css);

/** The pinned messages of a place; undefined until they are fetched. */
function usePins(place: PinPlace): readonly PinnedMessage[] | undefined {
  const list = pinnedLists.value.get(placeKey(place));
  const isKnown = list !== undefined;
  useEffect(() => void (!isKnown && fetchPins(place).catch(() => {})), [placeKey(place), isKnown]);
  return list;
}

/** The button in the header of a conversation that lists its pinned messages. It appears when there are any. */
export function PinsButton({ place }: { place: PinPlace }) {
  const count = usePins(place)?.length ?? 0;
  if (count === 0) return null;
  const label = plural(count, '{n} pinned message', '{n} pinned messages');
  return (
    <button
      type="button"
      class="button button-quiet pins-button"
      aria-label={label}
      aria-haspopup="dialog"
      data-tip={label}
      onClick={({ currentTarget }) =>
        openPopover(
          currentTarget,
          <Panel label={t('Pinned messages')}>
            <PinList place={place} />
          </Panel>,
        )
      }
    >
      <Icon of={Pin} />
      <span aria-hidden="true">{count}</span>
    </button>
  );
}

/** Opens the pinned messages of all topics of a channel. */
export function openChannelPins(channel: number): void {
  dialog.value = (
    <Dialog
      title={t('Pinned messages in {channel}', { channel: channelLabel(channelName(channel)) })}
      close={t('Close')}
    >
      <PinList place={{ kind: 'channel', channel }} />
    </Dialog>
  );
}

function PinList({ place }: { place: PinPlace }) {
  const pins = usePins(place);
  if (!pins) return <Skeleton label={t('Loading…')} rows={2} />;
  if (pins.length === 0)
    return (
      <EmptyState icon={Pin} title={t('No pinned messages')}>
        <p>{t('To pin a message for everybody here, open its menu.')}</p>
      </EmptyState>
    );
  return (
    <ul class="pins" aria-label={t('Pinned messages')}>
      {pins.map((one) => (
        <PinRow key={one.pin.message_id} one={one} hasTopic={place.kind === 'channel'} />
      ))}
    </ul>
  );
}

const PREVIEW = 240;

function PinRow({ one: { pin, message }, hasTopic }: { one: PinnedMessage; hasTopic: boolean }) {
  const sender = store.users.value.get(message.sender_id);
  const isMuted = store.mutedUsers.value.has(message.sender_id);
  const name = isMuted ? t('Muted person') : sender ? displayName(message.sender_id) : message.sender_full_name;
  const text = isMuted
    ? t('This message is hidden because you muted the sender.')
    : getText(message.content).slice(0, PREVIEW) || t('Image or file');
  return (
    <li>
      <a
        class="pin"
        href={makeHref(getConversation(message, store.me.value.id), message.id)}
        onClick={() => {
          closePopover();
          dialog.value = undefined;
        }}
      >
        <Avatar name={name} url={isMuted ? null : sender?.avatar_url} size={28} />
        <span class="pin-body">
          <span class="pin-head">
            <b dir="auto">{name}</b>
            {hasTopic && (
              <span class="pin-topic" dir="auto">
                <TopicName topic={message.subject} />
              </span>
            )}
            <time dateTime={new Date(message.timestamp * 1000).toISOString()} title={formatDateTime(message.timestamp)}>
              {formatTimeOrDay(message.timestamp)}
            </time>
          </span>
          <span class="pin-text" dir="auto">
            {text}
          </span>
          {pin.pinned_by !== null && <small>{t('Pinned by {name}', { name: displayName(pin.pinned_by) })}</small>}
        </span>
      </a>
      {canPin(message) && (
        <Button
          kind="quiet"
          icon={PinOff}
          label={t('Unpin message')}
          onClick={() => void reportResult(unpinMessage(message))}
        />
      )}
    </li>
  );
}
