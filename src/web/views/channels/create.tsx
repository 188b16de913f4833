import { activeUsersIn } from '../../actions/channels.ts';
import { FieldError } from '../../design/field-errors.ts';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormErrorText, useForm } from '../../design/form-dialog.tsx';
import { Lock } from '../../design/icons.ts';
import { PermissionFields } from '../../design/permission-fields.tsx';
import { GroupsField, PeopleField } from '../../design/pick-fields.tsx';
import { Button, EmptyState, Field, Switch } from '../../design/primitives.tsx';
import { forgetDraft, markUnsaved, useDraft } from '../../design/unsaved-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { type ChannelPermission, canCreateAnyChannel } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { GroupValue } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { channelLabel, hrefOfChannel, topicName } from '../../text/names.ts';
import { BackToChannels } from './back-link.tsx';
import { canSetPermission, permissionsOfChannels } from './permissions.tsx';
import { availablePrivacies, isPrivate, type Privacy, PrivacyChoice, privacyParams } from './privacy.tsx';

const HERE = '#channels/new';

/** Creates a channel. */
export function Create() {
  return (
    <>
      <header class="main-head">
        <BackToChannels />
        <div class="main-title">
          <h1>{t('New channel')}</h1>
        </div>
      </header>
      <div class="view">
        {canCreateAnyChannel() ? (
          <CreateForm />
        ) : (
          <EmptyState icon={Lock} title={t('You don’t have permission to create channels')}>
            <p>{t('Ask an administrator to create one.')}</p>
          </EmptyState>
        )}
      </div>
    </>
  );
}

function CreateForm() {
  const { is_admin, is_owner, id: me } = store.me.value;
  const realm = store.realm.value;
  const kinds = availablePrivacies();
  const name = useDraft(`${HERE} name`, '');
  const description = useDraft(`${HERE} description`, '');
  const privacy = useDraft<Privacy>(`${HERE} privacy`, kinds.includes('public') ? 'public' : kinds[0]!);
  const people = useDraft<number[]>(`${HERE} people`, []);
  const groups = useDraft<number[]>(`${HERE} groups`, []);
  const folder = useDraft(`${HERE} folder`, 0);
  const permissions = useDraft<Partial<Record<ChannelPermission, GroupValue>>>(`${HERE} permissions`, {});
  const topics = useDraft<'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'>(
    `${HERE} topics`,
    'inherit',
  );
  const retention = useDraft(`${HERE} retention`, 'realm_default');
  const days = useDraft(`${HERE} days`, '90');
  const isDefault = useDraft(`${HERE} isDefault`, false);
  const announce = useDraft(`${HERE} announce`, true);
  const tell = useDraft(`${HERE} tell`, true);
  const closed = isPrivate(privacy.value);
  const announcements = store.channels.value.get(realm.realm_new_stream_announcements_stream_id);
  const mayInvite = hasRealmPermission('can_add_subscribers_group');
  const folders = [...store.folders.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.order - b.order);
  const invited = new Set([me, ...activeUsersIn(people.value, groups.value)]);

  const create = async () => {
    const { id } = await request('POST /channels/create', {
      name: name.peek().trim(),
      description: description.peek().trim(),
      subscribers: [...invited],
      ...privacyParams(privacy.peek()),
      announce: Boolean(announcements) && !closed && announce.peek(),
      send_new_subscription_messages: tell.peek(),
      ...(folder.peek() > 0 && { folder_id: folder.peek() }),
      ...(topics.peek() !== 'inherit' && { topics_policy: topics.peek() }),
      ...(is_owner &&
        retention.peek() !== 'realm_default' && {
          message_retention_days: retention.peek() === 'unlimited' ? 'unlimited' : Number(days.peek()),
        }),
      ...(is_admin && !closed && isDefault.peek() && { is_default_stream: true }),
      ...permissions.peek(),
    });
    forgetDraft(HERE);
    location.hash = hrefOfChannel(id);
  };
  const isReady = name.value.trim() !== '';
  const { busy, wrong, field, props } = useForm(create, isReady);

  return (
    <form
      class="create"
      {...props}
      onInput={() => {
        props.onInput();
        markUnsaved(HERE);
      }}
    >
      <FieldError.Provider value={field}>
        <div class="form">
          <TextField
            name="name"
            label={t('Name')}
            value={name}
            maxLength={realm.max_stream_name_length}
            autocomplete="off"
            required
          />
          <TextField
            label={t('Description')}
            hint={t('What the channel is about. Markdown is supported.')}
            value={description}
            lines={2}
            maxLength={realm.max_stream_description_length}
          />
          <PrivacyChoice
            name="privacy"
            value={privacy.value}
            options={kinds}
            onChange={(next) => (privacy.value = next)}
          />
          {mayInvite ? (
            <>
              <PeopleField
                label={t('People')}
                hint={plural(
                  invited.size,
                  'Only you will be in the channel.',
                  '{n} people will be in the channel, including you.',
                )}
                value={people}
                fits={({ is_active, user_id }) => is_active && user_id !== me}
              />
              <GroupsField label={t('Groups')} hint={t('Adds everyone who is in these groups now.')} value={groups} />
            </>
          ) : (
            <p class="settings-note">
              {t('You don’t have permission to add people in this organization. They can join on their own.')}
            </p>
          )}
          {announcements && !closed && (
            <Switch
              label={t('Announce new channel in {channel}', { channel: channelLabel(announcements.name) })}
              on={announce.value}
              onChange={(on) => (announce.value = on)}
            />
          )}
          {invited.size > 1 && (
            <Switch
              label={t('Notify people that they were added')}
              on={tell.value}
              onChange={(on) => (tell.value = on)}
            />
          )}
          {is_admin && !closed && (
            <Switch
              label={t('Add new members automatically')}
              on={isDefault.value}
              onChange={(on) => (isDefault.value = on)}
            />
          )}
          <details>
            <summary>{t('More settings')}</summary>
            <div>
              {folders.length > 0 && (
                <SelectField
                  label={t('Folder')}
                  value={folder}
                  options={[[0, t('No folder')], ...folders.map(({ id, name: called }) => [id, called] as const)]}
                />
              )}
              {hasRealmPermission('can_set_topics_policy_group') && (
                <SelectField
                  label={t('Topics')}
                  value={topics}
                  options={topicsPolicies().map(({ value, name: called }) => [value, called])}
                />
              )}
              {is_owner && (
                <Field label={t('Message retention')}>
                  {(id) => (
                    <div class="add">
                      <select
                        id={id}
                        value={retention.value}
                        onChange={(event) => (retention.value = event.currentTarget.value)}
                      >
                        <option value="realm_default">{t('Organization default')}</option>
                        <option value="unlimited">{t('Forever')}</option>
                        <option value="days">{t('Custom')}</option>
                      </select>
                      {retention.value === 'days' && (
                        <input
                          type="number"
                          min={1}
                          aria-label={t('Days')}
                          value={days.value}
                          onInput={(event) => (days.value = event.currentTarget.value)}
                        />
                      )}
                    </div>
                  )}
                </Field>
              )}
              <PermissionFields
                kind="stream"
                asked={permissionsOfChannels()
                  .flatMap((part) => part.permissions)
                  .filter((one) => canSetPermission(one.name))}
                value={permissions}
              />
            </div>
          </details>
          <FormErrorText text={wrong} />
        </div>
      </FieldError.Provider>
      <footer class="create-end">
        <Button
          onClick={() => {
            forgetDraft(HERE);
            location.hash = '#channels/all';
          }}
        >
          {t('Cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={busy || !isReady}>
          {busy ? t('One moment…') : t('Create channel')}
        </Button>
      </footer>
    </form>
  );
}

/** The choices for the topics policy of a channel. */
export const topicsPolicies = () =>
  [
    { value: 'inherit', name: t('Organization default') },
    { value: 'allow_empty_topic', name: t('Topic optional') },
    { value: 'disable_empty_topic', name: t('Topic required') },
    { value: 'empty_topic_only', name: t('Only the “{topic}” topic', { topic: topicName('') }) },
  ] as const;
