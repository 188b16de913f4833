import fc from 'fast-check';

type Json = Record<string, any>;

/** Each kind of personal objects: its part of /register, and the field with the id. */
const KINDS = {
  saved_snippets: { part: 'saved_snippets', name: 'id' },
  navigation_view: { part: 'navigation_views', name: 'fragment' },
  drafts: { part: 'drafts', name: 'id' },
  scheduled_messages: { part: 'scheduled_messages', name: 'scheduled_message_id' },
  reminders: { part: 'reminders', name: 'reminder_id' },
} as const;
type Kind = keyof typeof KINDS;
const LISTS = ['alert_words', 'muted_users', 'onboarding_steps'] as const;

/** A client's knowledge of its user's personal objects, and of statuses. */
export class PersonalObjects {
  readonly #objects = new Map<Kind, Map<string | number, Json>>();
  readonly #lists: Json;
  readonly #statuses: Json;

  constructor(snapshot: Json) {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      this.#objects.set(kind, new Map());
      for (const object of snapshot[KINDS[kind].part]) this.#put(kind, object);
    }
    this.#lists = Object.fromEntries(LISTS.map((list) => [list, snapshot[list]]));
    this.#statuses = structuredClone(snapshot.user_status);
  }

  readonly reducers: Record<string, (event: Json) => void> = {
    'saved_snippets/add': ({ saved_snippet }) => this.#put('saved_snippets', saved_snippet),
    'saved_snippets/update': ({ saved_snippet }) => this.#put('saved_snippets', saved_snippet),
    'saved_snippets/remove': ({ saved_snippet_id }) => this.#drop('saved_snippets', saved_snippet_id),
    'navigation_view/add': ({ navigation_view }) => this.#put('navigation_view', navigation_view),
    'navigation_view/update': ({ fragment, data }) =>
      Object.assign(this.#objects.get('navigation_view')!.get(fragment)!, data),
    'navigation_view/remove': ({ fragment }) => this.#drop('navigation_view', fragment),
    'drafts/add': ({ drafts }) => drafts.forEach((draft: Json) => this.#put('drafts', draft)),
    'drafts/update': ({ draft }) => this.#put('drafts', draft),
    'drafts/remove': ({ draft_id }) => this.#drop('drafts', draft_id),
    'scheduled_messages/add': ({ scheduled_messages }) =>
      scheduled_messages.forEach((one: Json) => this.#put('scheduled_messages', one)),
    'scheduled_messages/update': ({ scheduled_message }) => this.#put('scheduled_messages', scheduled_message),
    'scheduled_messages/remove': ({ scheduled_message_id }) => this.#drop('scheduled_messages', scheduled_message_id),
    // Without synchronization there are none on the server, and no event says so.
    'user_settings/update': ({ property, value }) => {
      if (property === 'enable_drafts_synchronization' && !value) this.#objects.get('drafts')!.clear();
    },
    'reminders/add': ({ reminders }) => reminders.forEach((reminder: Json) => this.#put('reminders', reminder)),
    'reminders/remove': ({ reminder_id }) => this.#drop('reminders', reminder_id),
    ...Object.fromEntries(
      LISTS.map((list) => [
        list,
        (event: Json) => {
          this.#lists[list] = event[list];
        },
      ]),
    ),
    user_status: ({ type: _, user_id, ...change }) => {
      const status = { ...this.#statuses[user_id], ...change };
      this.#statuses[user_id] = status;
    },
  };

  #put(kind: Kind, { content, rendered_content, ...object }: Json): void {
    // A reminder quotes its message as it is at the time of the request.
    const words = kind === 'reminders' ? {} : { content, rendered_content };
    this.#objects.get(kind)!.set(object[KINDS[kind].name], { ...words, ...object });
  }

  #drop(kind: Kind, name: string | number): void {
    if (!this.#objects.get(kind)!.delete(name)) throw new Error(`${kind} ${name} went, which is not known`);
  }

  /**
   * An empty text counts as none, and so does an emoji without a name. `isSure`: whether the client must know this
   * user's status.
   */
  comparable(isSure: (id: number) => boolean): Json {
    const statuses = Object.entries(this.#statuses as Record<string, Json>)
      .map(
        ([id, { status_text, emoji_name, emoji_code }]) =>
          [id, [status_text || '', emoji_name || '', emoji_code || '']] as const,
      )
      .filter(([id, said]) => isSure(Number(id)) && said.some(Boolean));
    return {
      objects: [...this.#objects].map(([kind, objects]) => [kind, [...objects].sort(([a], [b]) => (a < b ? -1 : 1))]),
      lists: this.#lists,
      statuses: Object.fromEntries(statuses),
    };
  }
}

const who = fc.nat(5);
const text = fc.constantFrom('hi', 'Soup', 'lunch', 'hi @**all**');
const id = fc.nat(4);
const THEN = 4_102_444_800;
const requestBy = (
  method: string,
  path: string | fc.Arbitrary<string>,
  fields: fc.Arbitrary<object> = fc.constant({}),
) =>
  fc.record({
    does: fc.constant('ask' as const),
    who,
    method: fc.constant(method),
    path: typeof path === 'string' ? fc.constant(path) : path,
    fields,
  });
const pathWithId = (before: string) => id.map((one) => `${before}${one}`);
const draft = fc.constantFrom(
  { type: '', to: [], topic: '', content: 'What' },
  { type: 'stream', to: ['channel:0'], topic: 'lunch', content: 'Shall' },
  { type: 'private', to: ['person:1'], topic: '', content: 'Hey' },
);
const letter = fc.constantFrom<object[]>(
  { type: 'channel', to: 'channel:0', topic: 'lunch', content: 'later' },
  { type: 'direct', to: ['person:3'], content: '*later*' },
);
const later = { scheduled_delivery_timestamp: THEN };

/** Requests that change personal objects and statuses. */
export const personalObjectRequests = fc.oneof(
  requestBy('POST', '/saved_snippets', fc.record({ title: text, content: text })),
  requestBy('PATCH', pathWithId('/saved_snippets/'), fc.record({ title: text })),
  requestBy('DELETE', pathWithId('/saved_snippets/')),
  requestBy(
    'POST',
    '/navigation_views',
    fc.constantFrom<object[]>({ fragment: 'inbox', is_pinned: true }, { fragment: 'x', is_pinned: false, name: 'X' }),
  ),
  requestBy('PATCH', '/navigation_views/x', fc.record({ name: text, is_pinned: fc.boolean() })),
  requestBy('DELETE', '/navigation_views/inbox'),
  requestBy('POST', '/drafts', fc.record({ drafts: fc.array(draft, { minLength: 1, maxLength: 2 }) })),
  requestBy('PATCH', pathWithId('/drafts/'), fc.record({ draft })),
  requestBy('DELETE', pathWithId('/drafts/')),
  requestBy('POST', '/users/me/alert_words', fc.record({ alert_words: fc.array(text, { maxLength: 2 }) })),
  requestBy('DELETE', '/users/me/alert_words', fc.record({ alert_words: fc.array(text, { maxLength: 2 }) })),
  requestBy(
    'POST',
    fc.nat(5).map((one) => `/users/me/muted_users/person:${one}`),
  ),
  requestBy(
    'DELETE',
    fc.nat(5).map((one) => `/users/me/muted_users/person:${one}`),
  ),
  requestBy(
    'POST',
    '/users/me/onboarding_steps',
    fc.record({ onboarding_step: fc.constantFrom('intro_resolve_topic', 'visibility_policy_banner') }),
  ),
  requestBy(
    'POST',
    '/users/me/status',
    fc.record({ status_text: fc.constantFrom('here', ''), emoji_name: fc.constantFrom('car', 'tea', '') }),
  ),
  requestBy(
    'POST',
    '/scheduled_messages',
    letter.map((one) => ({ ...one, ...later })),
  ),
  requestBy(
    'PATCH',
    pathWithId('/scheduled_messages/'),
    letter.map((one) => ({ topic: 'tea', ...one })),
  ),
  requestBy('DELETE', pathWithId('/scheduled_messages/')),
  requestBy(
    'POST',
    '/reminders',
    id.map((one) => ({ message_id: one + 1, ...later })),
  ),
  requestBy('DELETE', pathWithId('/reminders/')),
);
