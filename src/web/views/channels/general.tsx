import { useSignal } from '@preact/signals';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Archive, RotateCcw } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { ChoiceRow, SettingRow, SettingsRows, SwitchRow, TextRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { canAccess, canAdminister } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Params } from '../../server/types.ts';
import { activeFolders } from '../../store/account.ts';
import type { Channel } from '../../store/channels.ts';
import { formatSettings } from '../../store/local/format-settings.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { channelLabel, displayName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';
import { RetentionRow } from '../settings/days.tsx';
import { topicsPolicies } from './create.tsx';
import { EmailSection } from './email.tsx';
import { MergeRow } from './merge.tsx';
import {
  aboutPrivacy,
  availablePrivacies,
  getPrivacy,
  isPrivate,
  type Privacy,
  PrivacyChoice,
  privacyParams,
} from './privacy.tsx';

const change = ({ stream_id }: Channel, what: Omit<Params<'PATCH /streams/{stream_id}'>, 'stream_id'>) =>
  request('PATCH /streams/{stream_id}', { stream_id, ...what });

/** A channel's name, description and privacy. */
export const General = ({ channel }: { channel: Channel }) => (
  <>
    <AboutSection channel={channel} />
    <PrivacySection channel={channel} />
    <MessagesSection channel={channel} />
    {!channel.is_archived && <EmailSection channel={channel} />}
    {canAdminister(channel) && (!channel.is_archived || store.me.value.is_admin) && (
      <ArchiveSection channel={channel} />
    )}
  </>
);

/** Why the user cannot change a setting: no permission for the channel, or else `reason` unless `isAllowed`. */
const readOnlyReason = (channel: Channel, isAllowed = true, reason?: string): string | undefined =>
  !canAdminister(channel) ? t('Only channel administrators can change this.') : isAllowed ? undefined : reason;

const AboutSection = ({ channel }: { channel: Channel }) => (
  <SettingsRows title={t('About')}>
    <TextRow
      label={t('Name')}
      value={channel.name}
      maxLength={store.realm.value.max_stream_name_length}
      fixed={readOnlyReason(channel)}
      save={(new_name) => change(channel, { new_name })}
    />
    <DescriptionRow channel={channel} />
    <FolderRow channel={channel} />
    <SettingRow label={t('Created')}>
      {(id) => (
        <output id={id}>
          {new Intl.DateTimeFormat(formatSettings.value.language, { dateStyle: 'long' }).format(
            new Date(channel.date_created * 1000),
          )}
          {channel.creator_id !== null && <> · {displayName(channel.creator_id)}</>}
        </output>
      )}
    </SettingRow>
  </SettingsRows>
);

/** The description: its Markdown for those who can change it, rendered for others. */
function DescriptionRow({ channel }: { channel: Channel }) {
  const { description, rendered_description } = channel;
  if (!canAdminister(channel))
    return (
      <SettingRow label={t('Description')} wide>
        {(id) => <div id={id}>{description ? <Rendered html={rendered_description} /> : t('No description')}</div>}
      </SettingRow>
    );
  return (
    <TextRow
      label={t('Description')}
      hint={t('What the channel is about. Markdown is supported.')}
      value={description}
      lines={3}
      maxLength={store.realm.value.max_stream_description_length}
      save={(text) => change(channel, { description: text })}
    />
  );
}

function FolderRow({ channel }: { channel: Channel }) {
  const { folder_id } = channel;
  const folders = activeFolders(store.folders.value);
  if (folders.length === 0 && folder_id === null) return null;
  return (
    <ChoiceRow
      label={t('Folder')}
      fixed={readOnlyReason(channel)}
      value={folder_id ?? 0}
      save={(id) => change(channel, { folder_id: id === 0 ? null : id })}
      options={[{ value: 0, name: t('No folder') }, ...folders.map(({ id, name }) => ({ value: id, name }))]}
    />
  );
}

function PrivacySection({ channel }: { channel: Channel }) {
  const { name, note } = aboutPrivacy(getPrivacy(channel));
  return (
    <SettingsRows title={t('Channel privacy')}>
      <SettingRow
        label={name}
        hint={note}
        fixed={readOnlyReason(channel, canAccess(channel), t('Join the channel to change this.'))}
      >
        {(id) =>
          canAdminister(channel) &&
          canAccess(channel) && (
            <Button
              aria-describedby={`${id}-name`}
              onClick={() => (dialog.value = <ChangePrivacy channel={channel} />)}
            >
              {t('Change…')}
            </Button>
          )
        }
      </SettingRow>
    </SettingsRows>
  );
}

function MessagesSection({ channel }: { channel: Channel }) {
  const { is_admin } = store.me.value;
  const isHidden = isPrivate(getPrivacy(channel));
  const onlyAdmins = t('Only administrators can change this.');
  return (
    <SettingsRows title={t('Messages')}>
      <ChoiceRow
        label={t('Topics')}
        fixed={readOnlyReason(
          channel,
          hasRealmPermission('can_set_topics_policy_group'),
          t('You don’t have permission to change this.'),
        )}
        value={channel.topics_policy}
        save={(topics_policy) => change(channel, { topics_policy })}
        options={topicsPolicies()}
      />
      <Retention
        channel={channel}
        days={channel.message_retention_days}
        fixed={readOnlyReason(channel, is_admin, onlyAdmins)}
      />
      <SwitchRow
        label={t('Add new members automatically')}
        fixed={readOnlyReason(
          channel,
          is_admin && !isHidden,
          isHidden ? t('Not available for private channels') : onlyAdmins,
        )}
        value={store.defaultChannels.value.has(channel.stream_id)}
        save={(is_default_stream) => change(channel, { is_default_stream })}
      />
    </SettingsRows>
  );
}

function Retention({ channel, days, fixed }: { channel: Channel; days: number | null; fixed: string | undefined }) {
  const defaultDays = store.realm.value.realm_message_retention_days;
  return (
    <RetentionRow
      label={t('Message retention')}
      hint={
        defaultDays > 0 ? t('Organization default: {n} days', { n: defaultDays }) : t('Organization default: forever')
      }
      consequence={t(
        'Older messages in this channel are deleted with files used only in them. Administrators can restore them for some time.',
      )}
      fixed={fixed}
      value={days}
      organizationDays={defaultDays}
      save={(next) =>
        change(channel, { message_retention_days: next === null ? 'realm_default' : next === -1 ? 'unlimited' : next })
      }
    />
  );
}

/** States the consequences for subscribers and others before the privacy changes. */
function ChangePrivacy({ channel }: { channel: Channel }) {
  const current = getPrivacy(channel);
  const next = useSignal<Privacy>(current);
  const isDefault = store.defaultChannels.value.has(channel.stream_id);
  const options = availablePrivacies(current).filter((one) => !isPrivate(one) || !isDefault);
  const { invite_only, ...params } = privacyParams(next.value);
  return (
    <FormDialog
      title={t('Change privacy of {channel}', { channel: channelLabel(channel.name) })}
      action={t('Save')}
      ready={next.value !== current}
      act={() => change(channel, { is_private: invite_only, ...params })}
    >
      <PrivacyChoice name="new-privacy" value={next.value} options={options} onChange={(one) => (next.value = one)} />
      {isDefault && (
        <p class="settings-note">{t('This is a default channel for new people, so it can’t be private.')}</p>
      )}
      {next.value !== current && (
        <p class="notice" role="status">
          {consequence(current, next.value)}
        </p>
      )}
    </FormDialog>
  );
}

function consequence(from: Privacy, to: Privacy): string {
  if (isPrivate(to) && !isPrivate(from))
    return t('People who aren’t in the channel lose access to it. Nobody is removed.');
  if (to === 'web') return t('Anyone on the internet will be able to read all messages, including old ones.');
  if (isPrivate(from) && to === 'public')
    return t('Everyone except guests will be able to read all messages, including old ones.');
  if (to === 'shared')
    return t('People in the channel can read all messages, including those sent before they joined.');
  if (to === 'protected') return t('People will no longer be able to read messages from before they joined.');
  return t('People without an account will no longer be able to read it.');
}

function ArchiveSection({ channel }: { channel: Channel }) {
  const { stream_id, name, is_archived } = channel;
  const archive = () =>
    confirm(
      {
        title: t('Archive {channel}?', { channel: channelLabel(name) }),
        action: t('Archive'),
        danger: true,
        act: () => request('DELETE /streams/{stream_id}', { stream_id }),
      },
      <p>{t('Its messages can still be read and searched, but nobody can post. Administrators can unarchive it.')}</p>,
    );
  return (
    <SettingsRows title={is_archived ? t('Unarchive channel') : t('Archive channel')}>
      {is_archived ? (
        <SettingRow label={t('Unarchive')} hint={t('Everyone who was in the channel will be in it again.')}>
          {(id) => (
            <Button
              aria-describedby={`${id}-name`}
              icon={RotateCcw}
              onClick={() =>
                void reportResult(
                  change(channel, { is_archived: false }),
                  t('{channel} was unarchived.', { channel: channelLabel(name) }),
                )
              }
            >
              {t('Unarchive')}
            </Button>
          )}
        </SettingRow>
      ) : (
        <SettingRow label={t('Archive')} hint={t('Removes the channel from the sidebar. Its messages are kept.')}>
          {(id) => (
            <Button aria-describedby={`${id}-name`} kind="danger" icon={Archive} onClick={archive}>
              {t('Archive…')}
            </Button>
          )}
        </SettingRow>
      )}
      {!is_archived && <MergeRow channel={channel} />}
    </SettingsRows>
  );
}
