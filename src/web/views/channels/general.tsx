import { useSignal } from '@preact/signals';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { dialog } from '../../design/layers.tsx';
import { Archive, RotateCcw } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { ChoiceRow, SettingRow, SettingsSection, SwitchRow, TextRow } from '../../design/settings.tsx';
import { reportResult } from '../../errors/report-result.ts';
import { t } from '../../i18n/text.ts';
import { canAccess, canAdminister } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Params } from '../../server/types.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { formatSettings } from '../../text/format.ts';
import { channelLabel, displayName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';
import { RetentionRow } from '../settings/days.tsx';
import { topicsPolicies } from './create.tsx';
import {
  aboutPrivacy,
  availablePrivacies,
  isPrivate,
  type Privacy,
  PrivacyChoice,
  privacyOf,
  privacyParams,
} from './privacy.tsx';

const change = ({ stream_id }: Channel, what: Omit<Params<'PATCH /streams/{stream_id}'>, 'stream_id'>) =>
  request('PATCH /streams/{stream_id}', { stream_id, ...what });

/** A channel's name, description and privacy. */
export function General({ channel }: { channel: Channel }) {
  const { name, description, rendered_description, folder_id, is_archived } = channel;
  const may = canAdminister(channel);
  const { is_admin } = store.me.value;
  const folders = [...store.folders.value.values()]
    .filter(({ is_archived: gone }) => !gone)
    .sort((a, b) => a.order - b.order);
  const fixed = (also = true, why?: string) =>
    !may ? t('Only channel administrators can change this.') : also ? undefined : why;
  const realm = store.realm.value;
  const privacy = privacyOf(channel);
  const retention = channel.message_retention_days;
  return (
    <>
      <SettingsSection title={t('About')}>
        <div class="settings-rows">
          <TextRow
            label={t('Name')}
            value={name}
            maxLength={realm.max_stream_name_length}
            fixed={fixed()}
            save={(new_name) => change(channel, { new_name })}
          />
          {may ? (
            <TextRow
              label={t('Description')}
              hint={t('What the channel is about. Markdown is supported.')}
              value={description}
              lines={3}
              maxLength={realm.max_stream_description_length}
              save={(text) => change(channel, { description: text })}
            />
          ) : (
            <SettingRow label={t('Description')} wide>
              {(id) => (
                <div id={id}>{description ? <Rendered html={rendered_description} /> : t('No description')}</div>
              )}
            </SettingRow>
          )}
          {(folders.length > 0 || folder_id !== null) && (
            <ChoiceRow
              label={t('Folder')}
              fixed={fixed()}
              value={folder_id ?? 0}
              save={(id) => change(channel, { folder_id: id === 0 ? null : id })}
              options={[
                { value: 0, name: t('No folder') },
                ...folders.map(({ id, name: called }) => ({ value: id, name: called })),
              ]}
            />
          )}
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
        </div>
      </SettingsSection>
      <SettingsSection title={t('Channel privacy')}>
        <div class="settings-rows">
          <SettingRow
            label={aboutPrivacy(privacy).name}
            hint={aboutPrivacy(privacy).note}
            fixed={fixed(canAccess(channel), NOT_IN())}
          >
            {(id) =>
              may &&
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
        </div>
      </SettingsSection>
      <SettingsSection title={t('Messages')}>
        <div class="settings-rows">
          <ChoiceRow
            label={t('Topics')}
            fixed={fixed(
              hasRealmPermission('can_set_topics_policy_group'),
              t('You don’t have permission to change this.'),
            )}
            value={channel.topics_policy}
            save={(topics_policy) => change(channel, { topics_policy })}
            options={topicsPolicies()}
          />
          <Retention
            channel={channel}
            days={retention}
            fixed={fixed(is_admin, t('Only administrators can change this.'))}
          />
          <SwitchRow
            label={t('Add new members automatically')}
            fixed={fixed(
              is_admin && !isPrivate(privacy),
              isPrivate(privacy) ? t('Not available for private channels') : t('Only administrators can change this.'),
            )}
            value={store.defaultChannels.value.has(channel.stream_id)}
            save={(is_default_stream) => change(channel, { is_default_stream })}
          />
        </div>
      </SettingsSection>
      {may && (is_archived ? is_admin : true) && <ArchiveSection channel={channel} />}
    </>
  );
}

const NOT_IN = (): string => t('Join the channel to change this.');

function Retention({ channel, days, fixed }: { channel: Channel; days: number | null; fixed: string | undefined }) {
  const standing = store.realm.value.realm_message_retention_days;
  return (
    <RetentionRow
      label={t('Message retention')}
      hint={standing > 0 ? t('Organization default: {n} days', { n: standing }) : t('Organization default: forever')}
      lost={t('Older messages in this channel are permanently deleted with files used only in them.')}
      fixed={fixed}
      value={days}
      standing={standing}
      save={(kept) =>
        change(channel, { message_retention_days: kept === null ? 'realm_default' : kept === -1 ? 'unlimited' : kept })
      }
    />
  );
}

/** States the consequences for subscribers and others before the privacy changes. */
function ChangePrivacy({ channel }: { channel: Channel }) {
  const standing = privacyOf(channel);
  const next = useSignal<Privacy>(standing);
  const isDefault = store.defaultChannels.value.has(channel.stream_id);
  const options = availablePrivacies(standing).filter((one) => !isPrivate(one) || !isDefault);
  const { invite_only, ...rest } = privacyParams(next.value);
  return (
    <FormDialog
      title={t('Change privacy of {channel}', { channel: channelLabel(channel.name) })}
      action={t('Save')}
      ready={next.value !== standing}
      act={() => change(channel, { is_private: invite_only, ...rest })}
    >
      <PrivacyChoice name="new-privacy" value={next.value} options={options} onChange={(one) => (next.value = one)} />
      {isDefault && (
        <p class="settings-note">{t('This is a default channel for new people, so it can’t be private.')}</p>
      )}
      {next.value !== standing && (
        <p class="notice" role="status">
          {consequence(standing, next.value)}
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
    <SettingsSection title={is_archived ? t('Unarchive channel') : t('Archive channel')}>
      <div class="settings-rows">
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
      </div>
    </SettingsSection>
  );
}
