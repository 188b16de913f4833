import { RequestError } from '../errors/request-error.ts';
import { onEvent } from '../server/connection.ts';
import { request } from '../server/request.ts';
import type { ServerDraft } from '../server/types.ts';
import { type Conversation, conversationsOfMove, getKey, others } from '../store/conversation.ts';
import { changedElsewhere, type Draft, draftSync, drafts, movedConversation } from '../store/local/drafts.ts';
import { connection, registrations, store } from '../store/store.ts';
import { onStoredElsewhere, readStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'drafts';
const UNADDRESSED_KEY = 'loose';
/** Milliseconds without typing before a draft is sent, so that not every key press makes a request. */
const SAVE_DELAY = 1200;

export function loadDrafts(): void {
  const read = () => new Map(readStored<[string, Draft][]>(STORAGE_KEY, []));
  drafts.value = read();
  onStoredElsewhere(STORAGE_KEY, () => {
    const before = drafts.peek();
    const now = read();
    drafts.value = now;
    changedElsewhere.value = new Set(
      [...before.keys(), ...now.keys()].filter((key) => before.get(key)?.content !== now.get(key)?.content),
    );
  });
  // Drafts cached in an earlier visit are older than changes made since.
  registrations.subscribe((times) => times > 0 && mergeDrafts());
  // Sends the changes that were made while the server was unreachable.
  connection.subscribe((now) => now === 'live' && mergeDrafts());
  onEvent((event) => {
    if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return;
    const move = conversationsOfMove(event);
    if (move) moveDraft(...move);
  });
  onEvent((event) => {
    if (event.type !== 'drafts' || !isSynchronized()) return;
    if (event.op === 'remove') removeLocalDraft(event.draft_id);
    else for (const one of event.op === 'add' ? event.drafts : [event.draft]) mergeServerDraft(one);
  });
}

function setDrafts(next: ReadonlyMap<string, Draft>): void {
  drafts.value = next;
  writeStored(STORAGE_KEY, next.size === 0 ? undefined : [...next]);
}

/** Saves the content of the compose box; empty content deletes the draft. */
export function saveDraft(conversation: Conversation, content: string): void {
  const key = getKey(conversation);
  const before = drafts.peek().get(key);
  if ((before?.content ?? '') === content) return;
  const next = new Map(drafts.peek());
  if (content.trim() === '') next.delete(key);
  else
    next.set(key, { conversation, content, at: Date.now() / 1000, ...(before?.id !== undefined && { id: before.id }) });
  if (before?.id !== undefined && !next.has(key)) draftSync.toDelete.set(key, before.id);
  setDrafts(next);
  // A message that was sent is no longer a draft, here or on other devices.
  if (isSynchronized()) scheduleSync(key, next.has(key) ? SAVE_DELAY : 0);
}

/** Moves a draft when its topic is renamed or moved, unless the new topic already has a draft. */
export function moveDraft(from: Conversation, to: Conversation): void {
  const content = getDraft(from);
  movedConversation.value = { from: getKey(from), to };
  if (content === '' || getDraft(to) !== '') return;
  saveDraft(to, content);
  saveDraft(from, '');
}

export const getDraft = (conversation: Conversation): string => drafts.peek().get(getKey(conversation))?.content ?? '';

/** The text that was typed before a recipient was chosen. */
export const unaddressedText = (): string => readStored(UNADDRESSED_KEY, '');
export const saveUnaddressedText = (content: string): void => writeStored(UNADDRESSED_KEY, content || undefined);

const isSynchronized = (): boolean =>
  store.settings.peek().enable_drafts_synchronization === true && store.me.peek().id !== 0;

function scheduleSync(key: string, wait = SAVE_DELAY): void {
  clearTimeout(draftSync.timers.get(key));
  draftSync.timers.set(
    key,
    setTimeout(() => {
      draftSync.timers.delete(key);
      draftSync.running.set(
        key,
        (draftSync.running.get(key) ?? Promise.resolve()).then(() => syncDraft(key)).catch(() => {}),
      );
    }, wait),
  );
}

/**
 * Makes another draft of the server the one in the compose box. The previous text remains a draft on the server.
 * Throws if it could not be saved; then nothing has changed.
 */
export async function openServerDraft(
  { id, content, timestamp }: ServerDraft,
  conversation: Conversation,
): Promise<void> {
  const key = getKey(conversation);
  const isUnsaved = draftSync.timers.has(key) || (drafts.peek().has(key) && drafts.peek().get(key)!.id === undefined);
  clearTimeout(draftSync.timers.get(key));
  draftSync.timers.delete(key);
  await draftSync.running.get(key);
  try {
    if (isUnsaved) await syncDraft(key);
  } catch (error) {
    scheduleSync(key);
    throw error;
  }
  setDrafts(new Map(drafts.peek()).set(key, { conversation, content, at: timestamp, id }));
  changedElsewhere.value = new Set([key]);
}

/** Updates the server's copy of a conversation's draft to match this browser. */
async function syncDraft(key: string): Promise<void> {
  const draft = drafts.peek().get(key);
  if (!draft) {
    const id = draftSync.toDelete.get(key);
    draftSync.toDelete.delete(key);
    if (id === undefined) return;
    try {
      await request('DELETE /drafts/{draft_id}', { draft_id: id });
    } catch (error) {
      // Otherwise the sent message would come back as a draft.
      if (error instanceof RequestError && error.isTemporary) draftSync.toDelete.set(key, id);
      throw error;
    }
    return;
  }
  const sent = toServerDraft(draft);
  try {
    if (draft.id !== undefined)
      return void (await request('PATCH /drafts/{draft_id}', { draft_id: draft.id, draft: sent }));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
  }
  const { ids } = await request('POST /drafts', { drafts: [sent] });
  const now = drafts.peek().get(key);
  if (now) setDrafts(new Map(drafts.peek()).set(key, { ...now, id: ids[0]! }));
  else draftSync.toDelete.set(key, ids[0]!);
  if (now?.content !== draft.content) scheduleSync(key);
}

const toServerDraft = ({ conversation, content, at }: Draft) => ({
  ...(conversation.kind === 'topic'
    ? { type: 'stream' as const, to: [conversation.channel], topic: conversation.topic }
    : { type: 'private' as const, to: [...conversation.people], topic: '' }),
  content,
  timestamp: Math.floor(at),
});

/** The conversation that a draft of the server belongs to, or undefined if it has no recipient yet. */
export function findRecipient({ type, to, topic }: ServerDraft): Conversation | undefined {
  if (type === 'stream' && to.length === 1) return { kind: 'topic', channel: to[0]!, topic };
  return type === 'private' && to.length > 0 ? { kind: 'direct', people: others(to, store.me.peek().id) } : undefined;
}

/** Merges the drafts after a new registration. The newer version wins. */
function mergeDrafts(): void {
  if (!isSynchronized()) return;
  const { value: theirs } = store.serverDrafts;
  for (const one of theirs.values()) mergeServerDraft(one);
  for (const [key, { id }] of drafts.peek()) {
    if (id === undefined) scheduleSync(key);
    else if (!theirs.has(id)) removeLocalDraft(id);
  }
}

function mergeServerDraft(theirs: ServerDraft): void {
  const conversation = findRecipient(theirs);
  if (!conversation) return;
  const key = getKey(conversation);
  if (draftSync.toDelete.get(key) === theirs.id) return void scheduleSync(key, 0);
  const mine = drafts.peek().get(key);
  // The user is editing this draft now.
  if (draftSync.timers.has(key) || (mine && mine.id !== theirs.id && mine.content !== theirs.content)) return;
  if (mine && mine.content !== theirs.content && mine.at > theirs.timestamp + 1) {
    scheduleSync(key);
    return;
  }
  if (mine?.content === theirs.content && mine.id === theirs.id) return;
  setDrafts(
    new Map(drafts.peek()).set(key, { conversation, content: theirs.content, at: theirs.timestamp, id: theirs.id }),
  );
  if (mine?.content !== theirs.content) changedElsewhere.value = new Set([key]);
}

function removeLocalDraft(id: number): void {
  const [key] = [...drafts.peek()].find(([, draft]) => draft.id === id) ?? [];
  if (key === undefined || draftSync.timers.has(key)) return;
  const next = new Map(drafts.peek());
  next.delete(key);
  setDrafts(next);
  changedElsewhere.value = new Set([key]);
}
