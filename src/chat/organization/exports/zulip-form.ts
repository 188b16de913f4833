import { ZULIP_VERSION } from '../../../kernel/config.ts';
import { REALM, type Row } from './zulip-rows.ts';

/**
 * Zulip's importer rejects archives of other major versions. It also compares the migrations of each of its
 * applications with its own, but for an application that the archive does not name, it only prints a warning.
 */
export const MIGRATION_STATUS = { zulip_version: ZULIP_VERSION, migrations_by_app: {} };

/** Statistics, which Zulip counts itself. */
export const EMPTY_ANALYTICS = { analytics_realmcount: [], analytics_usercount: [], analytics_streamcount: [] };

/** Zulip stores which program wrote a row. Rows for which it is unknown refer to this one. */
export const UNKNOWN_CLIENT = { id: 0, name: 'Klatch' };

/** Tables that Zulip's importer requires, but are not stored here. */
export const ADDED_TABLES: Readonly<Record<string, readonly Row[]>> = {
  zerver_realmauthenticationmethod: [{ realm: REALM, name: 'Email' }],
  zerver_userprofile_mirrordummy: [],
  zerver_userpresence: [],
  zerver_useractivity: [],
  zerver_useractivityinterval: [],
};

/** The table of fields that Zulip does not have. Its importer ignores the table; ours reads it. */
export const OWN_FIELDS = 'klatch_fields';

/** How the rows of a table differ in Zulip. */
interface Form {
  /** Fields that Zulip's table does not have, or not with these values. They become rows of `OWN_FIELDS`. */
  own?: (row: Row) => Row;
  /** Fields that only Zulip's table has. */
  added?: Row;
  /** Fields whose values differ. */
  changed?: (row: Row) => Row;
  /** Fields that are left out. */
  dropped?: readonly string[];
}

const FORMS: Readonly<Record<string, Form>> = {
  zerver_realm: {
    own: ({ delete_archived_channels, second_factor_required_role, video_chat_provider }) => ({
      delete_archived_channels,
      second_factor_required_role,
      ...(!isZulipProvider(video_chat_provider) && { video_chat_provider }),
    }),
    changed: ({ video_chat_provider }) => (isZulipProvider(video_chat_provider) ? {} : { video_chat_provider: 0 }),
    dropped: ['delete_archived_channels', 'second_factor_required_role'],
  },
  zerver_realmuserdefault: { changed: settingsInZulip },
  zerver_userprofile: {
    added: {
      avatar_version: 1,
      default_events_register_stream: null,
      default_sending_stream: null,
      groups: [],
      last_active_message_id: null,
      last_login: null,
      last_reminder: null,
      user_permissions: [],
    },
    changed: (row) => ({ ...settingsInZulip(row), ...addressesInZulip(row) }),
  },
  zerver_userprofile_crossrealm: { changed: ({ email }) => ({ email: String(email).replace(/@.*/, '@zulip.com') }) },
  zerver_client: { changed: ({ name }) => ({ name: String(name).slice(0, CLIENT_NAME_LENGTH) }) },
  zerver_channelfolder: { changed: ({ date_created }) => ({ date_created: date_created ?? 0 }) },
  zerver_namedusergroup: { added: { realm_for_sharding: REALM }, dropped: ['realm'] },
  zerver_userstatus: {
    own: ({ scheduled_end_time }) => ({ scheduled_end_time }),
    added: { timestamp: 0, client: UNKNOWN_CLIENT.id },
    dropped: ['scheduled_end_time'],
  },
  zerver_scheduledmessage: {
    added: { delivered_message: null, has_attachment: false, sending_client: UNKNOWN_CLIENT.id },
    changed: ({ scheduled_timestamp }) => ({ request_timestamp: scheduled_timestamp }),
  },
  zerver_message: {
    own: ({ last_moved_time }) => ({ last_moved_time }),
    changed: ({ edit_history, sender }) => ({ edit_history: historyInZulip(edit_history, sender) }),
    dropped: ['last_moved_time'],
  },
  zerver_attachment: { added: { scheduled_messages: [], is_realm_public: null, is_web_public: null } },
};

/** Turns rows into those that Zulip's importer accepts: each has an id, and the fields of Zulip's table alone. */
export class ZulipForm {
  readonly #ids = new Map<string, number>();
  #own: Row[] = [];

  rows(table: string, rows: readonly Row[]): Row[] {
    return rows.map((row) => this.#row(table, row));
  }

  #row(table: string, row: Row): Row {
    const { own, added, changed, dropped = [] } = FORMS[table] ?? {};
    const id = row.id ?? this.#nextId(table);
    const fields = Object.entries(own?.(row) ?? {}).filter(([, value]) => value !== null);
    if (fields.length > 0) this.#own.push({ table, id, ...Object.fromEntries(fields) });
    const kept = Object.entries(row)
      .filter(([name]) => !dropped.includes(name))
      .map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]);
    return { id, ...added, ...Object.fromEntries(kept), ...changed?.(row) };
  }

  /** Returns the fields that Zulip does not have, of the rows since the last call. */
  takeOwnFields(): Row[] {
    const own = this.#own;
    this.#own = [];
    return own;
  }

  #nextId(table: string): number {
    const id = (this.#ids.get(table) ?? 0) + 1;
    this.#ids.set(table, id);
    return id;
  }
}

/** Zulip's database stores no null characters, and its importer reads no halves of characters. */
const storable = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '').toWellFormed() : text;

const CLIENT_NAME_LENGTH = 30;

/** Zulip does not know calls under an address that the organization chooses. */
const isZulipProvider = (provider: unknown): boolean => typeof provider === 'number' && provider <= 5;

const NOTICE_POLICIES = ['always', 'except_followed', 'never'] as const;

/** Zulip stores this setting as a number. */
function settingsInZulip({ resolved_topic_notice_auto_read_policy: policy }: Row): Row {
  const at = NOTICE_POLICIES.indexOf(policy as (typeof NOTICE_POLICIES)[number]);
  return at < 0 ? {} : { resolved_topic_notice_auto_read_policy: at + 1 };
}

/** Zulip's importer rejects the whole archive for one address that it finds invalid. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{}|~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i;

function addressesInZulip({ id, delivery_email }: Row): Row {
  if (ADDRESS.test(String(delivery_email))) return {};
  const email = `user${String(id)}@klatch.invalid`;
  return { email, delivery_email: email };
}

/** Zulip expects the user of each change, and the HTML of each earlier text. */
function historyInZulip(history: unknown, sender: unknown): string | null {
  if (typeof history !== 'string') return null;
  const changes = JSON.parse(history) as Row[];
  return JSON.stringify(
    changes.map((change) => ({
      ...change,
      user_id: change.user_id ?? sender,
      ...('prev_content' in change && { prev_rendered_content: change.prev_rendered_content ?? null }),
    })),
  );
}
