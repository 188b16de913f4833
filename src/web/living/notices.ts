import { effect, signal } from '@preact/signals';
import { readStored, writeStored } from '../actions/stored.ts';
import { pause } from '../api.ts';
import { judge } from '../connection.ts';
import { t } from '../i18n/text.ts';
import { channelName, hrefOf, personName, topicName } from '../names.ts';
import { place } from '../router.ts';
import { textOf } from '../safe.ts';
import { conversationOf } from '../store/conversation.ts';
import { isIn, type Message } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { asks } from './asks.ts';
import { isQuiet } from './quiet.ts';
import { type Call, callOf } from './rules.ts';
import { play } from './sounds.ts';
import { subscribe } from './worker.ts';

/** Whether the browser lets us; `default`: nobody has been asked. */
export const permission = signal<NotificationPermission | 'none'>('none');

const LATER = 'notices-asked';
const AGAIN = 30 * 86_400_000;
const LONGEST = 240;
/** What is on the screen, by message. */
const shown = new Map<number, Notification>();

export function openNotices(): void {
  if ('Notification' in window) permission.value = Notification.permission;
  if (permission.peek() === 'granted') void subscribe();
  judge((event, known) => {
    if (event.type !== 'message') return undefined;
    const message = { ...event.message, flags: event.flags } as Message;
    const call = callOf(message, known);
    return call.desktop || call.sound ? () => void tell(message, call) : undefined;
  });
  // What was read, here or elsewhere, is nothing to be told of any more.
  effect(() => {
    const unread = store.unread.value;
    for (const [id, notification] of shown)
      if (!unread.where.has(id)) {
        notification.close();
        shown.delete(id);
      }
  });
}

async function tell(message: Message, call: Call): Promise<void> {
  const seen = isSeen(message);
  // Of several windows one speaks; the one in which the message is seen goes first, and is still.
  if (!seen && !document.hasFocus()) await pause(120);
  await once(`notice-${message.id}`, async () => {
    if (seen || isQuiet()) return;
    if (call.sound) void play(store.settings.peek().notification_sound);
    if (!call.desktop) return;
    if (permission.peek() === 'granted') show(message);
    else if (permission.peek() === 'default') asks.value = Date.now() - readStored(LATER, 0) > AGAIN;
  });
}

/** Whether the reader sits before it. */
function isSeen(message: Message): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  const here = place.peek();
  const known = { me: store.me.peek().id, channels: store.channels.peek(), policies: store.policies.peek() };
  return here.view === 'narrow' && isIn(here.narrow, message, known) === true;
}

/** In one window only, for as long as it takes the others to hear of it. */
async function once(name: string, action: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return action();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await action();
    await pause(3000);
  });
}

function show(message: Message): void {
  const direct = message.type === 'private';
  const conversation = conversationOf(message, store.me.peek().id);
  const sender = personName(message.sender_id);
  const title =
    conversation.kind === 'topic'
      ? `${sender} (#${channelName(conversation.channel)} › ${topicName(conversation.topic)})`
      : conversation.people.length > 1
        ? `${sender} (+${conversation.people.length - 1})`
        : sender;
  const mayShow = !direct || store.settings.peek().pm_content_in_desktop_notifications;
  const body = mayShow ? [...textOf(message.content)].slice(0, LONGEST).join('') : t('New direct message');
  const address = hrefOf(conversation, message.id);
  const icon = message.avatar_url ?? store.people.peek().get(message.sender_id)?.avatar_url ?? undefined;
  const options = {
    body,
    tag: `message-${message.id}`,
    ...(icon?.startsWith('/') && { icon }),
    data: { url: `/${address}` },
    silent: true,
  };
  try {
    const notification = new Notification(title, options);
    shown.set(message.id, notification);
    notification.onclick = () => {
      window.focus();
      location.hash = address;
      notification.close();
    };
  } catch {
    // Phones show them through the worker alone.
    void navigator.serviceWorker?.ready.then((registration) => registration.showNotification(title, options));
  }
}

/** Asks the browser, which asks the person: only ever upon a click. */
export async function allowNotices(): Promise<boolean> {
  asks.value = false;
  permission.value = await Notification.requestPermission();
  if (permission.peek() !== 'granted') return false;
  void subscribe();
  return true;
}

export function notNow(): void {
  asks.value = false;
  writeStored(LATER, Date.now());
}
