import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Plus, X } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { LineText } from '../../design/line-text.tsx';
import { ChannelsField } from '../../design/pick-fields.tsx';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { DefaultGroup } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { channelLabel, channelName, hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { EditButton, RemoveButton } from './list-section.tsx';

const isPublic = (id: number): boolean => store.channels.value.get(id)?.invite_only === false;
const reportError = (asking: Promise<unknown>): void => void asking.catch((error) => toast(errorText(error), true));
const byName = (ids: Iterable<number>): number[] =>
  [...ids].sort((a, b) => compareNames(channelName(a), channelName(b)));

/** The channels that new users join automatically, and groups of channels that they can choose from. */
export function DefaultChannels() {
  const { is_admin } = store.me.value;
  return (
    <>
      <Defaults isEditable={is_admin} />
      <SettingsSection
        title={t('Channel groups')}
        note={t('Apps can offer new people to join a whole group. Default channels can’t be in a group.')}
        action={
          is_admin && (
            <Button icon={Plus} onClick={() => (dialog.value = <GroupForm />)}>
              {t('Create group')}
            </Button>
          )
        }
      >
        {store.defaultGroups.value.map((group) => (
          <GroupCard key={group.id} group={group} editable={is_admin} />
        ))}
      </SettingsSection>
    </>
  );
}

function Defaults({ isEditable }: { isEditable: boolean }) {
  const defaults = store.defaultChannels.value;
  const remove = (stream_id: number) =>
    void reportResult(
      request('DELETE /default_streams', { stream_id }),
      t('New people will no longer be added to {channel}.', { channel: channelLabel(channelName(stream_id)) }),
      () => request('POST /default_streams', { stream_id }),
    );
  return (
    <SettingsSection
      title={t('Default channels')}
      note={t('New people are added to these channels, unless their invitation lists others.')}
    >
      {isEditable && (
        <ChannelPicker
          label={t('Add channel')}
          placeholder={t('Add channel')}
          value={[]}
          fits={(id) => isPublic(id) && !defaults.has(id)}
          onChange={([id]) => reportError(request('POST /default_streams', { stream_id: id! }))}
        />
      )}
      {defaults.size > 0 && (
        <ul class="lines" aria-label={t('Default channels')}>
          {byName(defaults).map((id) => (
            <li class="line" key={id}>
              <ChannelLine id={id} remove={isEditable && (() => remove(id))} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

/** A channel of a list, and a button that removes it. */
const ChannelLine = ({ id, remove }: { id: number; remove: false | (() => void) }) => (
  <>
    <ChannelSign id={id} />
    <LineText name={channelName(id)} href={hrefOfChannel(id)} />
    {remove && <Button kind="quiet" icon={X} label={t('Remove {name}', { name: channelName(id) })} onClick={remove} />}
  </>
);

interface GroupCardProps {
  group: DefaultGroup;
  editable: boolean;
}

function GroupCard({ group: { id, name, description, streams }, editable }: GroupCardProps) {
  const change = (op: 'add' | 'remove', channel: number) =>
    reportError(
      request('PATCH /default_stream_groups/{group_id}/streams', {
        group_id: id,
        op,
        stream_names: [channelName(channel)],
      }),
    );
  return (
    <div class="lines">
      <div class="line line-head">
        <span class="line-body">
          <h3 class="line-name" dir="auto">
            {name}
          </h3>
          {description && (
            <span class="line-note line-note-whole" dir="auto">
              {description}
            </span>
          )}
        </span>
        {editable && (
          <>
            <EditButton name={name} form={() => <GroupForm group={{ id, name, description, streams }} />} />
            <RemoveButton name={name} act={() => request('DELETE /default_stream_groups/{group_id}', { group_id: id })}>
              <p>{t('The channels themselves aren’t affected.')}</p>
            </RemoveButton>
          </>
        )}
      </div>
      {byName(streams).map((channel) => (
        <div class="line" key={channel}>
          <ChannelLine id={channel} remove={editable && streams.length > 1 && (() => change('remove', channel))} />
        </div>
      ))}
      {editable && (
        <div class="line line-field">
          <ChannelPicker
            label={t('Add channel to {name}', { name })}
            placeholder={t('Add channel')}
            value={[]}
            fits={(one) => isPublic(one) && !streams.includes(one) && !store.defaultChannels.value.has(one)}
            onChange={([one]) => change('add', one!)}
          />
        </div>
      )}
    </div>
  );
}

function GroupForm({ group }: { group?: DefaultGroup }) {
  const name = useSignal(group?.name ?? '');
  const description = useSignal(group?.description ?? '');
  const channels = useSignal<number[]>([]);
  const save = () =>
    group
      ? request('PATCH /default_stream_groups/{group_id}', {
          group_id: group.id,
          ...(name.peek().trim() !== group.name && { new_group_name: name.peek().trim() }),
          ...(description.peek().trim() !== group.description && { new_description: description.peek().trim() }),
        })
      : request('POST /default_stream_groups/create', {
          group_name: name.peek().trim(),
          description: description.peek().trim(),
          stream_names: channels.peek().map(channelName),
        });
  return (
    <FormDialog
      title={group ? t('Edit {name}', { name: group.name }) : t('Create channel group')}
      action={group ? t('Save') : t('Create group')}
      ready={name.value.trim() !== '' && (group !== undefined || channels.value.length > 0)}
      act={save}
    >
      <TextField name="group_name" label={t('Name')} value={name} maxLength={60} />
      <TextField label={t('Description')} value={description} maxLength={1024} />
      {!group && (
        <ChannelsField
          label={t('Channels')}
          value={channels}
          fits={(one) => isPublic(one) && !store.defaultChannels.value.has(one)}
        />
      )}
    </FormDialog>
  );
}
