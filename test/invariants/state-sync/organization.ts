type Json = Record<string, any>;

/** Parts of /register that other classes keep, that differ between two requests, or that follow from other parts. */
const ELSEWHERE = new Set([
  ...['result', 'msg', 'status', 'headers', 'queue_id', 'last_event_id', 'server_timestamp', 'server_generation'],
  ...['presences', 'presence_last_update_id', 'max_message_id'],
  ...[
    'realm_users',
    'realm_non_active_users',
    'streams',
    'subscriptions',
    'unsubscribed',
    'never_subscribed',
    'starred_messages',
    'unread_msgs',
  ],
  ...[
    'user_topics',
    'muted_topics',
    'realm_user_groups',
    'recent_private_conversations',
    'channel_folders',
    'realm_default_streams',
  ],
  ...[
    'realm_default_stream_groups',
    'saved_snippets',
    'navigation_views',
    'drafts',
    'scheduled_messages',
    'reminders',
    'alert_words',
  ],
  ...[
    'muted_users',
    'onboarding_steps',
    'user_status',
    'is_admin',
    'is_owner',
    'is_guest',
    'is_moderator',
    'full_name',
    'email',
    'delivery_email',
  ],
  // What a user can do follows from their groups and the organization's permissions.
  ...[
    'can_create_streams',
    'can_create_public_streams',
    'can_create_private_streams',
    'can_create_web_public_streams',
    'can_invite_others_to_realm',
  ],
]);

/**
 * A client's knowledge of the organization, of bots and of its user's settings: all parts of /register that no other
 * class keeps.
 */
export class Organization {
  readonly #me: number;
  readonly #known: Json;
  readonly #bots: Map<number, Json>;
  /** The invitations its user may see, and whether they may have changed since. */
  readonly #invitations: Json[];
  #invitationsChanged = false;

  constructor(snapshot: Json, invitations: Json[]) {
    this.#me = snapshot.user_id;
    const { realm_bots, ...rest } = snapshot;
    this.#known = structuredClone(Object.fromEntries(Object.entries(rest).filter(([name]) => !ELSEWHERE.has(name))));
    this.#bots = new Map((realm_bots as Json[]).map((bot) => [bot.user_id, { ...bot }]));
    this.#invitations = invitations;
  }

  readonly reducers: Record<string, (event: Json) => void> = {
    'realm/update': ({ property, value }) => this.#set(`realm_${property}`, value),
    'realm/update_dict': ({ data }) => {
      for (const [property, value] of Object.entries(data)) this.#set(`realm_${property}`, value);
    },
    'user_settings/update': ({ property, value }) => this.#set(property, value, this.#known.user_settings),
    update_display_settings: ({ setting_name, setting }) => this.#set(setting_name, setting),
    update_global_notifications: ({ notification_name, setting }) => this.#set(notification_name, setting),
    'realm_user_settings_defaults/update': ({ property, value }) =>
      this.#set(property, value, this.#known.realm_user_settings_defaults),
    realm_linkifiers: ({ realm_linkifiers }) => this.#set('realm_linkifiers', realm_linkifiers),
    realm_playgrounds: ({ realm_playgrounds }) => this.#set('realm_playgrounds', realm_playgrounds),
    custom_profile_fields: ({ fields }) => this.#set('custom_profile_fields', fields),
    'realm_emoji/update': ({ realm_emoji }) => this.#set('realm_emoji', realm_emoji),
    'realm_domains/add': ({ realm_domain }) => void this.#known.realm_domains.push(realm_domain),
    'realm_domains/change': ({ realm_domain }) => {
      const standing = this.#known.realm_domains.find(({ domain }: Json) => domain === realm_domain.domain);
      Object.assign(standing, realm_domain);
    },
    'realm_domains/remove': ({ domain: gone }) =>
      this.#set(
        'realm_domains',
        this.#known.realm_domains.filter(({ domain }: Json) => domain !== gone),
      ),
    'realm_bot/add': ({ bot }) => void this.#bots.set(bot.user_id, { ...bot }),
    'realm_bot/update': ({ bot }) => {
      const standing = this.#bots.get(bot.user_id);
      if (!standing) throw new Error(`Bot ${bot.user_id} changed, which is not known`);
      Object.assign(standing, bot);
    },
    'realm_bot/delete': ({ bot }) => void this.#bots.delete(bot.user_id),
    'realm_user/update': ({ person: { user_id, role, avatar_url, avatar_url_medium, avatar_source } }) => {
      if (user_id !== this.#me) return;
      // Administrators see all invitations.
      if (role !== undefined) this.#invitationsChanged = true;
      if (avatar_url !== undefined) Object.assign(this.#known, { avatar_url, avatar_url_medium, avatar_source });
    },
    realm_export_consent: () => {},
    realm_export: () => {},
    invites_changed: () => {
      this.#invitationsChanged = true;
    },
  };

  #set(name: string, value: unknown, where = this.#known): void {
    if (!(name in where)) throw new Error(`${name} changed, which is not known`);
    where[name] = value;
  }

  get fieldIds(): Set<string> {
    return new Set(this.#known.custom_profile_fields.map(({ id }: Json) => String(id)));
  }

  /** `fresh`: the state of a new client. */
  comparable(fresh: Organization): Json {
    return {
      ...this.#known,
      bots: [...this.#bots.values()].sort((a, b) => a.user_id - b.user_id),
      invitations: this.#invitationsChanged ? fresh.#invitations : this.#invitations,
    };
  }
}
