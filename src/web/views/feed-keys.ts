import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { markUnreadFrom, toggleReaction, toggleStar } from '../actions/feed.ts';
import { handles } from '../keys.ts';
import { hrefOf, hrefOfChannel } from '../names.ts';
import { conversationOf } from '../store/conversation.ts';
import type { Message, Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { focusCompose } from './compose.tsx';
import { copyLink, THUMB } from './message.tsx';

interface Where {
  narrow: Narrow;
  selected: Signal<number | undefined>;
  scroller: RefObject<HTMLElement | null>;
}

/** What keys do while messages are shown: the focus itself goes from message to message. */
export function messageKeys({ narrow, selected, scroller }: Where): () => void {
  const rows = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  const focus = (row: HTMLElement | undefined) => {
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const step = (by: number) => () => {
    const all = rows();
    const inFeed = scroller.current?.contains(document.activeElement) ?? false;
    const at = all.findIndex(({ dataset }) => Number(dataset.id) === selected.peek());
    if (!inFeed || at < 0) return focus(at < 0 ? all.at(-1) : all[at]);
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
  const withMessage = (act: (message: Message) => unknown) => () => {
    const id = selected.peek() ?? Number(rows().at(-1)?.dataset.id);
    const message = store.messages.peek().all.get(id);
    if (!message) return false;
    act(message);
    return true;
  };
  const press = (button: string) =>
    withMessage(({ id }) => scroller.current?.querySelector<HTMLElement>(`[data-id="${id}"] .message-tools .${button}`)?.click());
  return handles({
    next: step(1),
    previous: step(-1),
    pageDown: page(1),
    pageUp: page(-1),
    first: () => focus(rows()[0]),
    last: () => focus(rows().at(-1)),
    star: withMessage(toggleStar),
    unread: withMessage(({ id }) => markUnreadFrom(narrow, id)),
    thumb: withMessage((message) => toggleReaction(message, THUMB)),
    react: press('react'),
    menu: press('more'),
    link: withMessage(copyLink),
    reply: withMessage((message) => focusCompose(conversationOf(message, store.me.peek().id))),
    topic: withMessage((message) => (location.hash = hrefOf(conversationOf(message, store.me.peek().id), message.id))),
    channel: withMessage(({ stream_id }) => stream_id !== undefined && (location.hash = hrefOfChannel(stream_id))),
  });
}
