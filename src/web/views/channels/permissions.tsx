import { GroupRow } from '../../design/group-row.tsx';
import { SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { type ChannelPermission, canAccess, canAdminister } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Channel } from '../../store/channels.ts';

interface PermissionQuestion {
  name: ChannelPermission;
  label: string;
  hint?: string;
}

/** The permissions of a channel with their labels. */
export const permissionsOfChannels = (): { title: string; permissions: PermissionQuestion[] }[] => [
  {
    title: t('Channel administration'),
    permissions: [
      {
        name: 'can_administer_channel_group',
        label: t('Channel administrators'),
        hint: t('Can change its name, description, privacy and permissions. Organization administrators always can.'),
      },
    ],
  },
  {
    title: t('Joining and leaving'),
    permissions: [
      {
        name: 'can_subscribe_group',
        label: t('Who can join on their own'),
        hint: t('Applies to private channels. All members can join other channels.'),
      },
      {
        name: 'can_add_subscribers_group',
        label: t('Who can add people'),
        hint: t('In addition to people who can in the whole organization'),
      },
      { name: 'can_remove_subscribers_group', label: t('Who can remove people') },
    ],
  },
  {
    title: t('Messages'),
    permissions: [
      { name: 'can_send_message_group', label: t('Who can post') },
      {
        name: 'can_resolve_topics_group',
        label: t('Who can resolve topics'),
        hint: t('In addition to people who can in the whole organization'),
      },
      {
        name: 'can_move_messages_within_channel_group',
        label: t('Who can move messages to other topics'),
        hint: t('In addition to people who can in the whole organization'),
      },
      {
        name: 'can_move_messages_out_of_channel_group',
        label: t('Who can move messages to other channels'),
        hint: t('In addition to people who can in the whole organization'),
      },
      {
        name: 'can_delete_own_message_group',
        label: t('Who can delete their own messages'),
        hint: t('In addition to people who can in the whole organization'),
      },
      {
        name: 'can_delete_any_message_group',
        label: t('Who can delete all messages'),
        hint: t('In addition to people who can in the whole organization'),
      },
    ],
  },
];

/** The permissions tab of a channel. */
export function Permissions({ channel }: { channel: Channel }) {
  const { stream_id } = channel;
  return (
    <>
      {permissionsOfChannels().map(({ title, permissions }) => (
        <SettingsRows key={title} title={title}>
          {permissions.map(({ name, label, hint }) => (
            <GroupRow
              key={name}
              kind="stream"
              name={name}
              label={label}
              hint={hint}
              fixed={whyFixed(channel, name)}
              value={channel[name]}
              save={(next, old) => request('PATCH /streams/{stream_id}', { stream_id, [name]: { new: next, old } })}
            />
          ))}
        </SettingsRows>
      ))}
    </>
  );
}

/** The reason why the user cannot change a permission. */
function whyFixed(channel: Channel, name: ChannelPermission): string | undefined {
  if (!canAdminister(channel)) return t('Only channel administrators can change this.');
  const givesContent = name === 'can_add_subscribers_group' || name === 'can_subscribe_group';
  if (givesContent && !canAccess(channel)) return t('Join the channel to change this.');
  if (!canSetPermission(name)) return t('You don’t have permission to change this.');
  return undefined;
}

/** False only for permissions to delete that the user cannot set for a channel. */
export const canSetPermission = (name: ChannelPermission): boolean =>
  !name.startsWith('can_delete_') || hasRealmPermission('can_set_delete_message_policy_group');
