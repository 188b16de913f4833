import type { RefObject } from 'preact';
import { markUnreadFrom, toggleCollapsed, toggleStar } from '../actions/flags.ts';
import { toggleReaction } from '../actions/reactions.ts';
import { setPolicy } from '../actions/topics.ts';
import { toast } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { canEdit, canMoveToChannel, canRenameTopic } from '../permissions/messages.ts';
import { conversationOf, others, topicKey } from '../store/conversation.ts';
import { selected } from '../store/local/selection.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { editing } from '../store/page.ts';
import { store } from '../store/store.ts';
import { POLICY } from '../store/topics.ts';
import { hrefOf, hrefOfChannel, topicName } from '../text/names.ts';
import { focusCompose } from '../views/compose/compose.tsx';
import { withSelected } from '../views/feed/selection.ts';
import { copyLink, forward, isChanged, move, THUMB } from '../views/message/actions.tsx';
import { editLast } from '../views/message/editing.ts';
import { quoteMessage } from '../views/message/quote.ts';
import { registerShortcuts } from './shortcuts.ts';

interface FeedKeysContext {
  narrow: Narrow;
  scroller: RefObject<HTMLElement | null>;
  /** Jumps to the first or newest messages, which may not be loaded. */
  toStart(): void;
  toEnd(): void;
  /** Visitors without an account can only read. */
  spectator: boolean;
}

const feedHref = (message: Message) => conversationOf(message, store.me.peek().id);

/** The shortcuts of the message feed. The focus moves from message to message. */
export function messageKeys({ narrow, scroller, toStart, toEnd, spectator }: FeedKeysContext): () => void {
  const rows = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  const focus = (row: HTMLElement | undefined) => {
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  /** Enters the feed at the last selected message if it is on screen, otherwise at the last visible message. */
  const enter = () => {
    const box = scroller.current?.getBoundingClientRect();
    if (!box) return;
    const inSight = rows().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top + 8 && top < box.bottom - 8;
    });
    focus(inSight.find(({ dataset }) => Number(dataset.id) === selected.peek()) ?? inSight.at(-1));
  };
  const step = (by: number) => () => {
    const all = rows();
    const at = all.findIndex(({ dataset }) => Number(dataset.id) === selected.peek());
    if (at < 0 || !scroller.current?.contains(document.activeElement)) return enter();
    focus(all[Math.min(all.length - 1, Math.max(0, at + by))]);
  };
  const page = (by: number) => () => {
    const box = scroller.current;
    if (!box) return false;
    box.scrollBy({ top: by * box.clientHeight * 0.85 });
    const edge = box.getBoundingClientRect();
    const inSight = rows().filter(
      (row) => row.getBoundingClientRect().top >= edge.top && row.getBoundingClientRect().bottom <= edge.bottom,
    );
    focus(by > 0 ? inSight.at(-1) : inSight[0]);
    return true;
  };
  const press = (button: string) =>
    withSelected((_, row) => {
      const found = row.querySelector<HTMLElement>(`.message-tools .${button}`);
      found?.click();
      return found !== null;
    });
  const reads = {
    next: step(1),
    previous: step(-1),
    pageDown: page(1),
    pageUp: page(-1),
    first: toStart,
    last: toEnd,
    link: withSelected((message) => copyLink(message)),
    image: withSelected((_, row) => {
      if (!row.querySelector('.message_inline_image')) return false;
      return void import('../views/message/lightbox.tsx').then(({ openFirst }) => openFirst(row));
    }),
    topic: withSelected((message) => (location.hash = hrefOf(feedHref(message), message.id))),
    context: withSelected((message) => (location.hash = hrefOf(feedHref(message), message.id))),
    channel: withSelected(({ stream_id }) => stream_id !== undefined && (location.hash = hrefOfChannel(stream_id))),
  };
  if (spectator) return registerShortcuts(reads);
  return registerShortcuts({
    ...reads,
    star: withSelected((message) => toggleStar(message)),
    unread: withSelected(({ id }) => markUnreadFrom(narrow, id)),
    thumb: withSelected((message) => toggleReaction(message, THUMB)),
    sameReaction: withSelected(
      (message) => message.reactions.length > 0 && toggleReaction(message, message.reactions[0]!),
    ),
    react: press('react'),
    menu: press('more'),
    collapse: withSelected((message) => toggleCollapsed(message)),
    reply: withSelected((message) => focusCompose(feedHref(message))),
    replyDirectly: withSelected(({ sender_id }) =>
      focusCompose({ kind: 'direct', people: others([sender_id], store.me.peek().id) }),
    ),
    history: withSelected(
      (message) =>
        isChanged(message) &&
        void import('../views/message/dialogs.tsx').then(({ openHistory }) => openHistory(message)),
    ),
    quote: withSelected((message) => quoteMessage(message)),
    edit: withSelected((message) => canEdit(message) && void (editing.value = message.id)),
    editLast,
    move: withSelected((message) => (canRenameTopic(message) || canMoveToChannel(message)) && void move(message)),
    forward: withSelected((message) => forward(message)),
    muteTopic: withSelected((message) => {
      const place = feedHref(message);
      return place.kind === 'topic' && void toggleMuted(place.channel, place.topic);
    }),
  });
}

async function toggleMuted(channel: number, topic: string): Promise<void> {
  const muted = store.topicPolicies.peek().get(topicKey(channel, topic)) === POLICY.muted;
  await setPolicy(channel, topic, muted ? POLICY.none : POLICY.muted);
  const name = topicName(topic);
  toast(muted ? t('“{name}” is no longer muted', { name }) : t('“{name}” is muted', { name }));
}
