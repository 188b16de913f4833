import { signal } from '@preact/signals';
import { watch } from '../server/connection.ts';
import { ask, Refusal } from '../server/request.ts';
import type { ServerDraft } from '../server/types.ts';
import { type Conversation, keyOf, others } from '../store/conversation.ts';
import type { Message } from '../store/narrow.ts';
import { beginnings, link, store } from '../store/store.ts';
import { sourceOf } from './edit.ts';
import { readStored, storedElsewhere, writeStored } from './local-storage.ts';

export interface Draft {
  conversation: Conversation;
  content: string;
  /** Seconds. */
  at: number;
  /** What the server keeps it as, where the person wants that. */
  id?: number;
}

const STORED = 'drafts';
const LOOSE = 'loose';
/** Nobody wants a request a letter. */
const QUIET = 1200;

/** What was begun and not sent, by conversation. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
/** The conversations whose drafts another window or device wrote last. */
export const writtenElsewhere = signal<ReadonlySet<string>>(new Set());

export function openDrafts(): void {
  const read = () => new Map(readStored<[string, Draft][]>(STORED, []));
  drafts.value = read();
  storedElsewhere(STORED, () => {
    const before = drafts.peek();
    const now = read();
    drafts.value = now;
    writtenElsewhere.value = new Set(
      [...before.keys(), ...now.keys()].filter((key) => before.get(key)?.content !== now.get(key)?.content),
    );
  });
  // What this browser kept of them from another visit is older than what was written since.
  beginnings.subscribe((times) => times > 0 && agree());
  // What could not be told while the server was away.
  link.subscribe((now) => now === 'live' && agree());
  watch(({ type, propagate_mode, stream_id, new_stream_id, orig_subject, subject }) => {
    if (type !== 'update_message' || propagate_mode !== 'change_all') return;
    moveDraft(
      { kind: 'topic', channel: stream_id, topic: orig_subject },
      { kind: 'topic', channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
    );
  });
  watch(({ type, op, drafts: added, draft, draft_id }) => {
    if (type !== 'drafts' || !isSynchronised()) return;
    if (op === 'remove') dropped(draft_id);
    else for (const one of (op === 'add' ? added : [draft]) as ServerDraft[]) arrived(one);
  });
}

function put(next: ReadonlyMap<string, Draft>): void {
  drafts.value = next;
  writeStored(STORED, next.size === 0 ? undefined : [...next]);
}

/** Keeps what stands in the compose box; nothing forgets it. */
export function keepDraft(conversation: Conversation, content: string): void {
  const key = keyOf(conversation);
  const before = drafts.peek().get(key);
  if ((before?.content ?? '') === content) return;
  const next = new Map(drafts.peek());
  if (content.trim() === '') next.delete(key);
  else
    next.set(key, { conversation, content, at: Date.now() / 1000, ...(before?.id !== undefined && { id: before.id }) });
  if (before?.id !== undefined && !next.has(key)) given.set(key, before.id);
  put(next);
  // What was sent is no draft any more, here or elsewhere.
  if (isSynchronised()) due(key, next.has(key) ? QUIET : 0);
}

/** Where conversations have gone that somebody may be writing to. */
export const gone = signal<{ from?: string; to?: Conversation }>({});

/** A topic has another name or place: what is being written goes along, unless something was begun there too. */
export function moveDraft(from: Conversation, to: Conversation): void {
  const content = draftOf(from);
  gone.value = { from: keyOf(from), to };
  if (content === '' || draftOf(to) !== '') return;
  keepDraft(to, content);
  keepDraft(from, '');
}

export const draftOf = (conversation: Conversation): string => drafts.peek().get(keyOf(conversation))?.content ?? '';

/** What is written before anybody is chosen to get it. */
export const looseText = (): string => readStored(LOOSE, '');
export const keepLooseText = (content: string): void => writeStored(LOOSE, content || undefined);

const isSynchronised = (): boolean =>
  store.settings.peek().enable_drafts_synchronization === true && store.me.peek().id !== 0;

/** Server's drafts that are to go. */
const given = new Map<string, number>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const busy = new Map<string, Promise<void>>();

function due(key: string, wait = QUIET): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      busy.set(
        key,
        (busy.get(key) ?? Promise.resolve()).then(() => tell(key)).catch(() => {}),
      );
    }, wait),
  );
}

/** Brings the server's copy of a conversation's draft to what it is here. */
async function tell(key: string): Promise<void> {
  const draft = drafts.peek().get(key);
  if (!draft) {
    const id = given.get(key);
    given.delete(key);
    if (id === undefined) return;
    try {
      await ask('DELETE /drafts/{draft_id}', { draft_id: id });
    } catch (error) {
      // Else what was sent would come back as a draft.
      if (error instanceof Refusal && error.passes) given.set(key, id);
      throw error;
    }
    return;
  }
  const sent = onTheWire(draft);
  try {
    if (draft.id !== undefined)
      return void (await ask('PATCH /drafts/{draft_id}', { draft_id: draft.id, draft: sent }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
  }
  const { ids } = await ask('POST /drafts', { drafts: [sent] });
  const now = drafts.peek().get(key);
  if (now) put(new Map(drafts.peek()).set(key, { ...now, id: ids[0]! }));
  else given.set(key, ids[0]!);
  if (now?.content !== draft.content) due(key);
}

const onTheWire = ({ conversation, content, at }: Draft) => ({
  ...(conversation.kind === 'topic'
    ? { type: 'stream' as const, to: [conversation.channel], topic: conversation.topic }
    : { type: 'private' as const, to: [...conversation.people], topic: '' }),
  content,
  timestamp: Math.floor(at),
});

/** Where a draft of the server's is to go; undefined: nobody chose yet. */
export function addresseeOf({ type, to, topic }: ServerDraft): Conversation | undefined {
  if (type === 'stream' && to.length === 1) return { kind: 'topic', channel: to[0]!, topic };
  return type === 'private' && to.length > 0 ? { kind: 'direct', people: others(to, store.me.peek().id) } : undefined;
}

/** After a beginning: what is newer counts, on either side. */
function agree(): void {
  if (!isSynchronised()) return;
  const { value: theirs } = store.serverDrafts;
  for (const one of theirs.values()) arrived(one);
  for (const [key, { id }] of drafts.peek()) {
    if (id === undefined) due(key);
    else if (!theirs.has(id)) dropped(id);
  }
}

function arrived(theirs: ServerDraft): void {
  const conversation = addresseeOf(theirs);
  if (!conversation) return;
  const key = keyOf(conversation);
  if (given.get(key) === theirs.id) return void due(key, 0);
  const mine = drafts.peek().get(key);
  // Being written here right now.
  if (timers.has(key) || (mine && mine.id !== theirs.id && mine.content !== theirs.content)) return;
  if (mine && mine.content !== theirs.content && mine.at > theirs.timestamp + 1) {
    due(key);
    return;
  }
  if (mine?.content === theirs.content && mine.id === theirs.id) return;
  put(new Map(drafts.peek()).set(key, { conversation, content: theirs.content, at: theirs.timestamp, id: theirs.id }));
  if (mine?.content !== theirs.content) writtenElsewhere.value = new Set([key]);
}

function dropped(id: number): void {
  const [key] = [...drafts.peek()].find(([, draft]) => draft.id === id) ?? [];
  if (key === undefined || timers.has(key)) return;
  const next = new Map(drafts.peek());
  next.delete(key);
  put(next);
  writtenElsewhere.value = new Set([key]);
}

/** A message as one quotes it: who said it, with a link, and its source, or the part of it that is meant, in a fence longer than any inside. */
export async function quotation(message: Message, link: string, said: string, part?: string): Promise<string> {
  const text = part ?? (await sourceOf(message));
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `@_**${message.sender_full_name}|${message.sender_id}** [${said}](${link}):\n${fence}quote\n${text}\n${fence}\n`;
}
