import { useSignal } from '@preact/signals';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { dialog } from '../../design/layers.tsx';
import { Archive, RotateCcw } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { ChoiceRow, SettingRow, SettingsSection, SwitchRow, TextRow } from '../../design/settings.tsx';
import { told } from '../../errors/report-result.ts';
import { t } from '../../i18n/text.ts';
import { mayAdminister, mayEnter } from '../../permissions/channels.ts';
import { mayInRealm } from '../../permissions/rules.ts';
import { type Params, request } from '../../server/request.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { clock } from '../../text/format.ts';
import { hashed, personName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';
import { RetentionRow } from '../settings/days.tsx';
import { topicsPolicies } from './create.tsx';
import { aboutPrivacy, asParams, isPrivate, offered, type Privacy, PrivacyChoice, privacyOf } from './privacy.tsx';

const change = ({ stream_id }: Channel, what: Omit<Params<'PATCH /streams/{stream_id}'>, 'stream_id'>) =>
  request('PATCH /streams/{stream_id}', { stream_id, ...what });

/** A channel's name, description and privacy. */
export function General({ channel }: { channel: Channel }) {
  const { name, description, rendered_description, folder_id, is_archived } = channel;
  const may = mayAdminister(channel);
  const { is_admin } = store.me.value;
  const folders = [...store.folders.value.values()]
    .filter(({ is_archived: gone }) => !gone)
    .sort((a, b) => a.order - b.order);
  const fixed = (also = true, why?: string) => (!may ? t('Set by those who run the channel.') : also ? undefined : why);
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
            maxLength={realm.max_stream_name_length ?? 60}
            fixed={fixed()}
            save={(new_name) => change(channel, { new_name })}
          />
          {may ? (
            <TextRow
              label={t('Description')}
              hint={t('What it is for. Markdown works.')}
              value={description}
              lines={3}
              maxLength={realm.max_stream_description_length ?? 1024}
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
                { value: 0, name: t('In no folder') },
                ...folders.map(({ id, name: called }) => ({ value: id, name: called })),
              ]}
            />
          )}
          <SettingRow label={t('Made')}>
            {(id) => (
              <output id={id}>
                {new Intl.DateTimeFormat(clock.value.language, { dateStyle: 'long' }).format(
                  new Date(channel.date_created * 1000),
                )}
                {channel.creator_id !== null && <> · {personName(channel.creator_id)}</>}
              </output>
            )}
          </SettingRow>
        </div>
      </SettingsSection>
      <SettingsSection title={t('Who can see it')}>
        <div class="settings-rows">
          <SettingRow
            label={aboutPrivacy(privacy).name}
            hint={aboutPrivacy(privacy).note}
            fixed={fixed(mayEnter(channel), NOT_IN())}
          >
            {(id) =>
              may &&
              mayEnter(channel) && (
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
            fixed={fixed(mayInRealm('can_set_topics_policy_group'), t('Others say this in the organization.'))}
            value={channel.topics_policy}
            save={(topics_policy) => change(channel, { topics_policy })}
            options={topicsPolicies()}
          />
          <Retention channel={channel} days={retention} fixed={fixed(is_admin, t('Set by administrators.'))} />
          <SwitchRow
            label={t('Add new members automatically')}
            fixed={fixed(
              is_admin && !isPrivate(privacy),
              isPrivate(privacy) ? t('Not possible for a private channel.') : t('Set by administrators.'),
            )}
            value={store.defaultChannels.value.has(channel.stream_id)}
            save={(is_default_stream) => change(channel, { is_default_stream })}
          />
        </div>
      </SettingsSection>
      {may && (is_archived ? is_admin : true) && <Ending channel={channel} />}
    </>
  );
}

const NOT_IN = (): string => t('You have to be in the channel for this.');

function Retention({ channel, days, fixed }: { channel: Channel; days: number | null; fixed: string | undefined }) {
  const standing = store.realm.value.realm_message_retention_days as number;
  return (
    <RetentionRow
      label={t('Messages are kept')}
      hint={
        standing > 0
          ? t('The organization keeps them for {n} days.', { n: standing })
          : t('The organization keeps them for ever.')
      }
      lost={t('Older messages of this channel go for good, and with them the files that were only in them.')}
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
  const options = offered(standing).filter((one) => !isPrivate(one) || !isDefault);
  const { invite_only, ...rest } = asParams(next.value);
  return (
    <FormDialog
      title={t('Who can see {channel}', { channel: hashed(channel.name) })}
      action={t('Save')}
      ready={next.value !== standing}
      act={() => change(channel, { is_private: invite_only, ...rest })}
    >
      <PrivacyChoice name="new-privacy" value={next.value} options={options} onChange={(one) => (next.value = one)} />
      {isDefault && (
        <p class="settings-note">{t('New people are in it from the beginning, so that it cannot be private.')}</p>
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
  if (isPrivate(to) && !isPrivate(from)) return t('Whoever is not in it loses sight of it. Those who are in it stay.');
  if (to === 'web') return t('All that was ever said in it can be read by anybody on the internet.');
  if (isPrivate(from) && to === 'public')
    return t('All that was ever said in it can be read by everybody in the organization but guests.');
  if (to === 'shared') return t('Everybody in it can read all that was ever said, before they came too.');
  if (to === 'protected') return t('Those who came later no longer read what was said before.');
  return t('People without an account can no longer read it.');
}

function Ending({ channel }: { channel: Channel }) {
  const { stream_id, name, is_archived } = channel;
  const archive = () =>
    confirm(
      {
        title: t('Archive {channel}?', { channel: hashed(name) }),
        action: t('Archive'),
        danger: true,
        act: () => request('DELETE /streams/{stream_id}', { stream_id }),
      },
      <p>{t('It can still be read and found, but nobody can write in it. Administrators can bring it back.')}</p>,
    );
  return (
    <SettingsSection title={is_archived ? t('Bringing it back') : t('Archive channel')}>
      <div class="settings-rows">
        {is_archived ? (
          <SettingRow label={t('Unarchive')} hint={t('Whoever was in it is in it again.')}>
            {(id) => (
              <Button
                aria-describedby={`${id}-name`}
                icon={RotateCcw}
                onClick={() =>
                  void told(change(channel, { is_archived: false }), t('{channel} is back.', { channel: hashed(name) }))
                }
              >
                {t('Unarchive')}
              </Button>
            )}
          </SettingRow>
        ) : (
          <SettingRow label={t('Archive')} hint={t('Nothing is lost; it is out of the way.')}>
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
