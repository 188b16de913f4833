import type { RefObject } from 'preact';
import { POLICY } from '../../../shared/topic-policies.ts';
import { markUnreadFrom, toggleCollapsed, toggleStar } from '../../actions/flags.ts';
import { toggleReaction } from '../../actions/reactions.ts';
import { setPolicy } from '../../actions/topics.ts';
import { toast } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { registerShortcuts } from '../../keyboard/shortcuts.ts';
import { canEdit, canMoveToChannel, canRenameTopic } from '../../permissions/messages.ts';
import { getConversation, others, topicKey } from '../../store/conversation.ts';
import { selected } from '../../store/local/selection.ts';
import type { Message, Narrow } from '../../store/narrow.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { hrefOfChannel, makeHref, topicName } from '../../text/names.ts';
import { focusCompose } from '../compose/compose.tsx';
import { copyLink, forward, isChanged, move, THUMB } from '../message/actions.tsx';
import { editLast } from '../message/editing.ts';
import { quoteMessage } from '../message/quote.ts';
import { feedRows, visibleRow } from './rows.ts';
import { withSelected } from './selection.ts';

interface FeedKeysContext {
  narrow: Narrow;
  scroller: RefObject<HTMLElement | null>;
  /** Jumps to the first or newest messages, which may not be loaded. */
  toStart(): void;
  toEnd(): void;
  /** Visitors without an account can only read. */
  spectator: boolean;
}

const conversationOfMessage = (message: Message) => getConversation(message, store.me.peek().id);

/** The shortcuts of the message feed. The focus moves from message to message. */
export function messageKeys(context: FeedKeysContext): () => void {
  const reading = readingShortcuts(context);
  return registerShortcuts(context.spectator ? reading : { ...reading, ...writingShortcuts(context.narrow) });
}

/** Moves the focus among the rendered messages of a feed. */
class FeedFocus {
  readonly #scroller: RefObject<HTMLElement | null>;

  constructor(scroller: RefObject<HTMLElement | null>) {
    this.#scroller = scroller;
  }

  /** Moves by some messages, or enters the feed at a message on screen. */
  step(by: number): void {
    const rows = this.#rows();
    const at = rows.findIndex(({ dataset }) => Number(dataset.id) === selected.peek());
    if (at < 0 || !this.#scroller.current?.contains(document.activeElement)) focusRow(visibleRow());
    else focusRow(rows[Math.min(rows.length - 1, Math.max(0, at + by))]);
  }

  /** Scrolls by almost a screen, to the message at its end. Returns false if no feed is shown. */
  page(by: 1 | -1): boolean {
    const box = this.#scroller.current;
    if (!box) return false;
    box.scrollBy({ top: by * box.clientHeight * 0.85 });
    const edge = box.getBoundingClientRect();
    const visible = this.#rows().filter(
      (row) => row.getBoundingClientRect().top >= edge.top && row.getBoundingClientRect().bottom <= edge.bottom,
    );
    focusRow(by > 0 ? visible.at(-1) : visible[0]);
    return true;
  }

  #rows(): HTMLElement[] {
    return feedRows();
  }
}

function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Those that visitors without an account have, too. */
function readingShortcuts({ scroller, toStart, toEnd }: FeedKeysContext) {
  const focus = new FeedFocus(scroller);
  const openConversation = withSelected(
    (message) => (location.hash = makeHref(conversationOfMessage(message), message.id)),
  );
  return {
    next: () => focus.step(1),
    previous: () => focus.step(-1),
    pageDown: () => focus.page(1),
    pageUp: () => focus.page(-1),
    first: toStart,
    last: toEnd,
    link: withSelected((message) => copyLink(message)),
    image: withSelected((_, row) => {
      if (!row.querySelector('.message_inline_image')) return false;
      return void import('../message/lightbox.tsx').then(({ openFirst }) => openFirst(row));
    }),
    topic: openConversation,
    context: openConversation,
    channel: withSelected(({ stream_id }) => stream_id !== undefined && (location.hash = hrefOfChannel(stream_id))),
  };
}

function writingShortcuts(narrow: Narrow) {
  return {
    star: withSelected((message) => toggleStar(message)),
    unread: withSelected(({ id }) => markUnreadFrom(narrow, id)),
    thumb: withSelected((message) => toggleReaction(message, THUMB)),
    sameReaction: withSelected(
      (message) => message.reactions.length > 0 && toggleReaction(message, message.reactions[0]!),
    ),
    react: clickTool('react'),
    menu: clickTool('more'),
    collapse: withSelected((message) => toggleCollapsed(message)),
    reply: withSelected((message) => focusCompose(conversationOfMessage(message))),
    replyDirectly: withSelected(({ sender_id }) =>
      focusCompose({ kind: 'direct', people: others([sender_id], store.me.peek().id) }),
    ),
    history: withSelected(
      (message) =>
        isChanged(message) && void import('../message/dialogs.tsx').then(({ openHistory }) => openHistory(message)),
    ),
    quote: withSelected((message) => quoteMessage(message)),
    edit: withSelected((message) => canEdit(message) && void (editing.value = message.id)),
    editLast,
    move: withSelected((message) => (canRenameTopic(message) || canMoveToChannel(message)) && void move(message)),
    forward: withSelected((message) => forward(message)),
    muteTopic: withSelected((message) => {
      const conversation = conversationOfMessage(message);
      return conversation.kind === 'topic' && void toggleMuted(conversation.channel, conversation.topic);
    }),
  };
}

/** Clicks a button of the selected message's hover bar. */
const clickTool = (button: string) =>
  withSelected((_, row) => {
    const found = row.querySelector<HTMLElement>(`.message-tools .${button}`);
    found?.click();
    return found !== null;
  });

async function toggleMuted(channel: number, topic: string): Promise<void> {
  const muted = store.topicPolicies.peek().get(topicKey(channel, topic)) === POLICY.muted;
  await setPolicy(channel, topic, muted ? POLICY.none : POLICY.muted);
  const name = topicName(topic);
  toast(muted ? t('“{name}” is no longer muted', { name }) : t('“{name}” is muted', { name }));
}
