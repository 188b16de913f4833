/**
 * Writes the tables of docs/help from their declarations: `node scripts/help.ts`. test/help/documents.test.ts fails if
 * a table is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from '../src/chat/channels/channels/types.ts';
import { SERVICES } from '../src/chat/integrations/incoming-webhooks/services/table.ts';
import {
  type PermissionRule,
  REALM_PERMISSIONS,
  type RealmPermission,
} from '../src/chat/organization/realm/permission-types.ts';
import { GROUP_PERMISSION_RULES, type GroupPermission } from '../src/chat/people/groups/types.ts';
import { DESCRIBED_SHORTCUTS } from '../src/web/keyboard/shortcut-descriptions.ts';

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[]): string =>
  [row(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
  ' ': 'Space',
  'Shift+ ': 'Shift+Space',
};

/** The name of a key as documentation shows it. A capital letter is the key together with Shift. */
export function keyName(key: string): string {
  if (key in KEY_NAMES) return KEY_NAMES[key]!;
  if (key.startsWith('Ctrl+')) return `Ctrl+${key.slice(5).toUpperCase()}`;
  return /^[A-Z]$/.test(key) ? `Shift+${key}` : key;
}

const GROUPS = { Go: 'Go somewhere', Read: 'Read and act on messages', Write: 'Write', Other: 'Other' };

const shortcuts = (): string =>
  Object.entries(GROUPS)
    .map(([group, title]) => {
      const rows = DESCRIBED_SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ keys, description }) =>
        row(keys.map((key) => `\`${keyName(key)}\``).join(' or '), description),
      );
      return `## ${title}\n\n${table(['Key', 'Action'], rows)}`;
    })
    .join('\n\n');

const HOLDERS: Readonly<Record<PermissionRule['default'], string>> = {
  channel_creator: 'the channel’s creator',
  group_creator: 'the group’s creator',
  'role:nobody': 'nobody',
  'role:owners': 'owners',
  'role:administrators': 'administrators',
  'role:moderators': 'moderators',
  'role:fullmembers': 'full members',
  'role:members': 'everyone except guests',
  'role:everyone': 'everyone',
  'role:internet': 'everyone on the internet',
};

const REALM_TEXTS: Readonly<Record<RealmPermission, string>> = {
  can_access_all_users_group: 'see all people, not only those in shared channels and conversations',
  can_add_custom_emoji_group: 'add custom emoji',
  can_add_subscribers_group: 'add people to channels',
  can_create_bots_group: 'create bots of every kind',
  can_create_groups: 'create groups',
  can_create_private_channel_group: 'create private channels',
  can_create_public_channel_group: 'create public channels',
  can_create_web_public_channel_group: 'create web-public channels',
  can_create_write_only_bots_group: 'create incoming webhooks',
  can_delete_any_message_group: 'delete any message',
  can_delete_own_message_group: 'delete their own messages',
  can_invite_users_group: 'invite people by e-mail',
  can_manage_all_groups: 'manage all groups',
  can_manage_billing_group: 'manage billing (Klatch has none; apps may ask)',
  can_mention_many_users_group: 'mention everyone in a conversation with more than 15 people',
  can_move_messages_between_channels_group: 'move messages to another channel',
  can_move_messages_between_topics_group: 'move messages to another topic',
  can_resolve_topics_group: 'resolve topics',
  can_send_mail_group: 'post by e-mail to the addresses of channels, or reply to notifications',
  can_set_delete_message_policy_group: 'decide in a channel who deletes messages there',
  can_set_topics_policy_group: 'decide in a channel whether messages need a topic',
  can_summarize_topics_group: 'summarize topics (Klatch has no summaries)',
  create_multiuse_invite_group: 'create invitation links',
  direct_message_initiator_group: 'start direct conversations',
  direct_message_permission_group: 'use direct messages: each conversation needs one such person',
};

const CHANNEL_TEXTS: Readonly<Record<ChannelPermission, string>> = {
  can_add_subscribers_group: 'add people to the channel',
  can_administer_channel_group: 'administer the channel',
  can_delete_any_message_group: 'delete any message in the channel',
  can_delete_own_message_group: 'delete their own messages in the channel',
  can_move_messages_out_of_channel_group: 'move messages to another channel',
  can_move_messages_within_channel_group: 'move messages to another topic',
  can_remove_subscribers_group: 'remove people from the channel',
  can_resolve_topics_group: 'resolve topics in the channel',
  can_send_message_group: 'send messages to the channel',
  can_subscribe_group: 'join the channel themselves, even if it is private',
};

const GROUP_TEXTS: Readonly<Record<GroupPermission, string>> = {
  can_add_members_group: 'add members',
  can_join_group: 'join',
  can_leave_group: 'leave',
  can_manage_group: 'manage the group',
  can_mention_group: 'mention the group',
  can_remove_members_group: 'remove members',
};

/** Permissions with their default groups. Names are those of the API. */
const permissions = <N extends string>(rules: Record<N, PermissionRule>, texts: Readonly<Record<N, string>>): string =>
  table(
    ['Permission to', 'Default', 'Name in the API'],
    (Object.keys(texts) as N[])
      .map((name) => row(texts[name], HOLDERS[rules[name].default], `\`${name}\``))
      .sort((a, b) => a.localeCompare(b, 'en')),
  );

const services = (): string =>
  table(
    ['Service', 'Path of the URL'],
    SERVICES.map(({ name, display_name }) => row(display_name, `\`/api/v1/external/${name}\``)),
  );

/** The files with generated tables, and the tables by name. */
const FILES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/help/keyboard.md': { shortcuts },
  'docs/help/roles-and-permissions.md': {
    organization: () => permissions(REALM_PERMISSIONS, REALM_TEXTS),
    channels: () => permissions(CHANNEL_PERMISSIONS, CHANNEL_TEXTS),
    groups: () => permissions(GROUP_PERMISSION_RULES, GROUP_TEXTS),
  },
  'docs/help/integrations.md': { services },
};

const getPath = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The files with their current text and the text that they should have. */
export const generatedHelp = (): { file: string; text: string; wanted: string }[] =>
  Object.entries(FILES).map(([file, tables]) => {
    const text = readFileSync(getPath(file), 'utf8');
    const wanted = Object.entries(tables).reduce((before, [name, make]) => {
      const [start, rest = ''] = before.split(`<!-- ${name} -->\n`);
      const [, end] = rest.split(`<!-- end of ${name} -->`);
      if (end === undefined) throw new Error(`${file} has no place for ${name}`);
      return `${start}<!-- ${name} -->\n${make()}\n<!-- end of ${name} -->${end}`;
    }, text);
    return { file, text, wanted };
  });

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, wanted } of generatedHelp()) writeFileSync(getPath(file), wanted);
