import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ExternalLink } from '../../design/icons.ts';
import { Dialog } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Paperclip } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { getConversation } from '../../store/conversation.ts';
import { dialog } from '../../store/local/layers.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { channelLabel, channelName, displayName, makeHref } from '../../text/names.ts';
import { openLightbox } from '../message/lightbox.tsx';
import { type ContentItem, type ContentKind, listItems } from './content-items.ts';
import css from './contents.css';

addStyle(css);

/** Messages that one request returns. */
const PAGE = 100;

const HAS = { images: 'image', files: 'attachment', links: 'link' } as const;

/** What was found so far, from the newest message to the oldest one. */
interface Found {
  messages: readonly Message[];
  isComplete: boolean;
  error?: string;
}

/** The state of an open list. It stays while a picture is shown above it. */
interface Contents {
  channel: number;
  kind: Signal<ContentKind>;
  found: Record<ContentKind, Signal<Found | undefined>>;
}

/** Opens the images, files and links in a channel's messages, the newest first. */
export function openChannelContents(channel: number, kind: ContentKind): void {
  const found = { images: signal(undefined), files: signal(undefined), links: signal(undefined) };
  dialog.value = <ContentsDialog contents={{ channel, kind: signal(kind), found }} />;
}

/** Fetches the next older messages. An error is shown beside what is there. */
async function fetchMore({ channel, found }: Contents, kind: ContentKind): Promise<void> {
  const before = found[kind].peek()?.messages ?? [];
  try {
    const { messages, found_oldest } = await request('GET /messages', {
      anchor: String(before.at(-1)?.id ?? 'newest'),
      include_anchor: before.length === 0,
      num_before: PAGE,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: channel },
        { operator: 'has', operand: HAS[kind] },
      ],
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    found[kind].value = { messages: [...before, ...(messages as Message[]).reverse()], isComplete: found_oldest };
  } catch (error) {
    found[kind].value = { messages: before, isComplete: false, error: errorText(error) };
  }
}

function ContentsDialog({ contents }: { contents: Contents }) {
  const { channel, kind, found } = contents;
  const state = found[kind.value].value;
  useEffect(() => void (!state && fetchMore(contents, kind.value)), [kind.value]);
  const kinds: [ContentKind, string][] = [
    ['images', t('Images')],
    ['files', t('Files')],
    ['links', t('Links')],
  ];
  return (
    <Dialog
      wide
      title={t('Files and links in {channel}', { channel: channelLabel(channelName(channel)) })}
      close={t('Close')}
    >
      <div class="choice contents-kinds" role="group" aria-label={t('Show')}>
        {kinds.map(([value, name]) => (
          <button
            type="button"
            key={value}
            aria-pressed={kind.value === value}
            onClick={() => {
              kind.value = value;
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {state ? <Items contents={contents} state={state} /> : <Skeleton label={t('Loading…')} rows={4} />}
    </Dialog>
  );
}

function Items({ contents, state }: { contents: Contents; state: Found }) {
  const kind = contents.kind.value;
  const items = state.messages
    .filter(({ sender_id }) => !store.mutedUsers.value.has(sender_id))
    .flatMap((message) => listItems(message, kind));
  const empty = { images: t('No images'), files: t('No files'), links: t('No links') };
  return (
    <>
      {items.length === 0 && state.isComplete && (
        <EmptyState icon={kind === 'links' ? ExternalLink : Paperclip} title={empty[kind]}>
          <p>{t('What people send to this channel will appear here.')}</p>
        </EmptyState>
      )}
      {kind === 'images' ? <Gallery items={items} contents={contents} /> : <ItemList items={items} />}
      {state.error && <p class="field-hint">{state.error}</p>}
      {!state.isComplete && (
        <Button class="contents-more" onClick={() => void fetchMore(contents, kind)}>
          {state.error ? t('Try again') : t('Show more')}
        </Button>
      )}
    </>
  );
}

/** The pictures in a grid. One opens above the page, and the list is there again when it closes. */
const Gallery = ({ items, contents }: { items: readonly ContentItem[]; contents: Contents }) => (
  <ul class="gallery">
    {items.map(({ href, name, image, message }, at) => (
      <li key={`${message.id} ${at}`} class="message_inline_image">
        <a
          href={href}
          title={name}
          data-sender={displayName(message.sender_id)}
          onClick={(event) => {
            event.preventDefault();
            openLightbox(event.currentTarget, <ContentsDialog contents={contents} />);
          }}
        >
          <img src={image} alt={name} loading="lazy" />
        </a>
      </li>
    ))}
  </ul>
);

const ItemList = ({ items }: { items: readonly ContentItem[] }) => (
  <ul class="contents">
    {items.map(({ href, name, note, message }, at) => (
      <li key={`${message.id} ${at}`}>
        <span class="file-type" aria-hidden="true">
          {note ?? <Icon of={ExternalLink} size={16} />}
        </span>
        <span class="contents-body">
          <a class="contents-name" dir="auto" href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
          <a
            class="contents-place"
            href={makeHref(getConversation(message, store.me.value.id), message.id)}
            title={t('Go to message')}
            onClick={() => {
              dialog.value = undefined;
            }}
          >
            <bdi>{displayName(message.sender_id)}</bdi> · {formatTimeOrDay(message.timestamp)}
          </a>
        </span>
      </li>
    ))}
  </ul>
);
