import { type Static, Type } from 'typebox';
import { memoByValue } from '../../shared/memo.ts';

const capability = Type.Optional(Type.Boolean());

/** The capabilities that a client declares (`client_capabilities` of POST /register). */
export const ClientCapabilities = Type.Object({
  notification_settings_null: Type.Boolean(),
  bulk_message_deletion: capability,
  user_avatar_url_field_optional: capability,
  stream_typing_notifications: capability,
  user_settings_object: capability,
  linkifier_url_template: capability,
  user_list_incomplete: capability,
  include_deactivated_groups: capability,
  archived_channels: capability,
  empty_topic_name: capability,
  simplified_presence_events: capability,
});
export type ClientCapabilities = Static<typeof ClientCapabilities>;

/** Those of a client that has all that this server knows. */
export const ALL_CAPABILITIES = Object.fromEntries(
  Object.keys(ClientCapabilities.properties).map((name) => [name, true]),
) as Required<ClientCapabilities>;

/** Everything that makes one client's answers differ from another's. Equal kinds are the same object. */
export interface ClientKind extends Readonly<Required<ClientCapabilities>> {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  /** One of Zulip's own clients: it knows only `zulip_extra_emoji`, never `service_extra_emoji`. */
  readonly zulip_names: boolean;
  /**
   * A client that fails without former fields: who reacted by name, and the e-mail address of a channel. zulip-terminal
   * 0.7, the newest version, shows no reactions without the former, and crashes at a channel's information without the
   * latter.
   */
  readonly former_fields: boolean;
}

type Choices = Partial<ClientKind>;
const readKind = memoByValue((choices: string) => JSON.parse(choices) as ClientKind);

/** Returns the one ClientKind with these choices. Missing ones are off, but Markdown is rendered by default. */
export function clientKind(choices: Choices): ClientKind {
  const kind: ClientKind = {
    notification_settings_null: choices.notification_settings_null ?? false,
    bulk_message_deletion: choices.bulk_message_deletion ?? false,
    user_avatar_url_field_optional: choices.user_avatar_url_field_optional ?? false,
    stream_typing_notifications: choices.stream_typing_notifications ?? false,
    user_settings_object: choices.user_settings_object ?? false,
    linkifier_url_template: choices.linkifier_url_template ?? false,
    user_list_incomplete: choices.user_list_incomplete ?? false,
    include_deactivated_groups: choices.include_deactivated_groups ?? false,
    archived_channels: choices.archived_channels ?? false,
    empty_topic_name: choices.empty_topic_name ?? false,
    simplified_presence_events: choices.simplified_presence_events ?? false,
    apply_markdown: choices.apply_markdown ?? true,
    client_gravatar: choices.client_gravatar ?? false,
    slim_presence: choices.slim_presence ?? false,
    zulip_names: choices.zulip_names ?? false,
    former_fields: choices.former_fields ?? false,
  };
  return readKind(JSON.stringify(kind));
}

/**
 * Whether a User-Agent is one of Zulip's own clients or libraries (ZulipMobile, ZulipElectron, zulip-terminal's and the
 * Python library's `ZulipPython`, zulip-js, …), which know only Zulip's spelling of renamed values.
 */
export const speaksZulip = (userAgent: string | undefined): boolean => /zulip/i.test(userAgent ?? '');

/**
 * Whether a User-Agent is zulip-terminal or a phone app, older versions of which know only the names of users who
 * reacted.
 */
export const wantsFormerFields = (userAgent: string | undefined): boolean =>
  /^Zulip(Terminal|Mobile)\b/.test(userAgent ?? '');
