import fc from 'fast-check';
import { at, requestBy } from './requests.ts';

type Json = Record<string, any>;

/** A client's knowledge of the messages it received, with their changes, and of its user's files. */
export class Messages {
  readonly #messages = new Map<number, Json>();
  readonly #files: Map<number, Json>;
  #space: number;

  constructor(messages: readonly Json[], { attachments, upload_space_used }: Json) {
    for (const message of messages) this.#messages.set(message.id, structuredClone(message));
    this.#files = new Map((attachments as Json[]).map((file) => [file.id, file]));
    this.#space = upload_space_used;
  }

  readonly reducers: Record<string, (event: Json) => void> = {
    message: ({ message }) => void this.#messages.set(message.id, structuredClone(message)),
    delete_message: ({ message_ids, message_id }) => {
      for (const id of message_ids ?? [message_id]) this.#messages.delete(id);
    },
    update_message: ({ message_id, message_ids, rendered_content, edit_timestamp, ...change }) => {
      const edited = this.#messages.get(message_id);
      if (edited && rendered_content !== undefined)
        Object.assign(edited, { content: rendered_content, last_edit_timestamp: edit_timestamp });
      if (change.orig_subject === undefined) return;
      for (const id of message_ids) {
        const message = this.#messages.get(id);
        if (!message) continue;
        message.subject = change.subject ?? message.subject;
        message.stream_id = change.new_stream_id ?? message.stream_id;
      }
    },
    'reaction/add': ({ message_id, user_id, emoji_code, reaction_type }) =>
      void this.#messages.get(message_id)?.reactions.push({ user_id, emoji_code, reaction_type }),
    'reaction/remove': ({ message_id, user_id, emoji_code, reaction_type }) => {
      const message = this.#messages.get(message_id);
      if (message)
        message.reactions = message.reactions.filter(
          (one: Json) => reaction(one) !== reaction({ user_id, emoji_code, reaction_type }),
        );
    },
    submessage: ({ message_id, submessage_id, msg_type, content, sender_id }) =>
      void this.#messages
        .get(message_id)
        ?.submessages.push({ id: submessage_id, message_id, msg_type, content, sender_id }),
    'attachment/add': ({ attachment, upload_space_used }) => this.#put(attachment, upload_space_used),
    'attachment/update': ({ attachment, upload_space_used }) => this.#put(attachment, upload_space_used),
    'attachment/remove': ({ attachment, upload_space_used }) => {
      if (!this.#files.delete(attachment.id)) throw new Error(`File ${attachment.id} went, which is not known`);
      this.#space = upload_space_used;
    },
  };

  #put(file: Json, space: number): void {
    this.#files.set(file.id, file);
    this.#space = space;
  }

  get ids(): number[] {
    return [...this.#messages.keys()];
  }

  /** Messages are limited to those in `theirs`: the user may have lost access to the rest. */
  comparable(theirs: Messages): Json {
    const messages = [...this.#messages].filter(([id]) => theirs.#messages.has(id)).sort(([a], [b]) => a - b);
    return {
      messages: messages.map(([id, { content, subject, stream_id, last_edit_timestamp, reactions, submessages }]) => ({
        ...{ id, content, subject, stream_id, last_edit_timestamp },
        reactions: reactions.map(reaction).sort(),
        submessages,
      })),
      // Which of its messages are still readable is fetched again when needed.
      files: [...this.#files.values()].map(({ messages: _, ...file }) => file).sort((a, b) => a.id - b.id),
      space: this.#space,
    };
  }
}

const reaction = ({ user_id, emoji_code, reaction_type }: Json): string => `${user_id} ${reaction_type} ${emoji_code}`;

const one = at.map((which) => `message:${which}`);
const mode = fc.constantFrom('change_one', 'change_later', 'change_all');
const notices = { send_notification_to_old_thread: fc.boolean(), send_notification_to_new_thread: fc.boolean() };
const topic = fc.constantFrom('greetings', 'lunch', '', '✔ greetings', 'supper');
const content = fc.constantFrom(
  'hello again',
  '@**all** now',
  '@**Mia** and @**Gus**',
  'soup',
  '/me cooks',
  'See [this](file:0)',
  '',
);
const emoji = fc.constantFrom<object[]>({ emoji_name: 'tada' }, { emoji_name: 'own' }, { emoji_name: 'octopus' });
const vote = fc.constantFrom(
  '{"type":"new_option","idx":1,"option":"Pie"}',
  '{"type":"vote","key":"canned,0","vote":1}',
  '{"type":"question","question":"Supper?"}',
  '{"type":"new_task","key":1,"task":"Cook","desc":"","completed":false}',
  '{"type":"strike","key":"0,0"}',
);
const path = one.map((id) => `/messages/${id}`);

/** Requests that change messages or files. */
export const messageRequests = fc.oneof(
  requestBy('PATCH', path, fc.record({ content })),
  requestBy('PATCH', path, fc.record({ topic, propagate_mode: mode, ...notices })),
  requestBy('PATCH', path, fc.record({ content, topic, propagate_mode: mode })),
  requestBy(
    'PATCH',
    path,
    fc.record({ stream_id: at.map((which) => `channel:${which}`), propagate_mode: mode, ...notices }),
  ),
  requestBy(
    'PATCH',
    path,
    fc.record({ stream_id: at.map((which) => `channel:${which}`), topic, propagate_mode: mode }),
  ),
  requestBy(
    'POST',
    one.map((id) => `/messages/${id}/reactions`),
    emoji,
  ),
  requestBy(
    'DELETE',
    one.map((id) => `/messages/${id}/reactions`),
    emoji,
  ),
  requestBy(
    'POST',
    '/messages',
    fc.record({
      type: fc.constant('channel'),
      to: at.map((which) => `channel:${which}`),
      topic,
      content: fc.constantFrom(
        '/poll Lunch?\nSoup\nBread',
        '/todo Kitchen\nWash',
        'See [this](file:0)',
        'Again [this](file:1)',
      ),
    }),
  ),
  requestBy('POST', '/submessage', fc.record({ message_id: one, msg_type: fc.constant('widget'), content: vote })),
  requestBy('UPLOAD', '/user_uploads', fc.constantFrom<object[]>({ 'note.txt': 'A note' }, { 'list.txt': 'A list' })),
  requestBy(
    'DELETE',
    at.map((which) => `/attachments/upload:${which}`),
  ),
  requestBy(
    'POST',
    '/messages/flags/narrow',
    fc.record({
      anchor: fc.constant('newest'),
      num_before: fc.constant(5),
      num_after: fc.constant(0),
      narrow: fc.constant([]),
      op: fc.constantFrom('add', 'remove'),
      flag: fc.constantFrom('read', 'starred'),
    }),
  ),
);
