import { activeUsersIn } from '../../actions/channels.ts';
import { forgetDraft, markUnsaved, useDraft } from '../../actions/unsaved-text.ts';
import { Field, Switch } from '../../design/field.tsx';
import { FieldError } from '../../design/field-errors.ts';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormErrorText, useForm } from '../../design/form-dialog.tsx';
import { Lock } from '../../design/icons.ts';
import { PermissionFields } from '../../design/permission-fields.tsx';
import { GroupsField, PeopleField } from '../../design/pick-fields.tsx';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { type ChannelPermission, canCreateAnyChannel } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { GroupValue } from '../../server/types.ts';
import { activeFolders } from '../../store/account.ts';
import type { Channel } from '../../store/channels.ts';
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
  const privacies = availablePrivacies();
  const draft = useChannelDraft(privacies.includes('public') ? 'public' : privacies[0]!);
  const isReady = draft.name.value.trim() !== '';
  const { busy, wrong, field, props } = useForm(() => createChannel(draft), isReady);
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
          <NameFields draft={draft} />
          <PrivacyChoice
            name="privacy"
            value={draft.privacy.value}
            options={privacies}
            onChange={(next) => (draft.privacy.value = next)}
          />
          <SubscriberFields draft={draft} />
          <CreationSwitches draft={draft} />
          <MoreSettings draft={draft} />
          <FormErrorText text={wrong} />
        </div>
      </FieldError.Provider>
      <footer class="create-end">
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button kind="primary" type="submit" disabled={busy || !isReady}>
          {busy ? t('One moment…') : t('Create channel')}
        </Button>
      </footer>
    </form>
  );
}

type TopicsPolicy = 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';

/** The values that the form edits. They survive navigation within the client. */
const useChannelDraft = (defaultPrivacy: Privacy) => ({
  name: useDraft(`${HERE} name`, ''),
  description: useDraft(`${HERE} description`, ''),
  privacy: useDraft(`${HERE} privacy`, defaultPrivacy),
  people: useDraft<number[]>(`${HERE} people`, []),
  groups: useDraft<number[]>(`${HERE} groups`, []),
  folder: useDraft(`${HERE} folder`, 0),
  permissions: useDraft<Partial<Record<ChannelPermission, GroupValue>>>(`${HERE} permissions`, {}),
  topics: useDraft<TopicsPolicy>(`${HERE} topics`, 'inherit'),
  retention: useDraft(`${HERE} retention`, 'realm_default'),
  days: useDraft(`${HERE} days`, '90'),
  isDefault: useDraft(`${HERE} isDefault`, false),
  announce: useDraft(`${HERE} announce`, true),
  notify: useDraft(`${HERE} notify`, true),
});

type ChannelDraft = ReturnType<typeof useChannelDraft>;

/** The channel in which new public channels are announced. */
const announcementChannel = (): Channel | undefined =>
  store.channels.value.get(store.realm.value.realm_new_stream_announcements_stream_id);

/** The first subscribers: the user, and the picked users and groups. */
const listSubscribers = ({ people, groups }: ChannelDraft): Set<number> =>
  new Set([store.me.value.id, ...activeUsersIn(people.value, groups.value)]);

async function createChannel(draft: ChannelDraft): Promise<void> {
  const { is_admin, is_owner } = store.me.value;
  const { privacy, folder, topics, retention, days } = draft;
  const isPublic = !isPrivate(privacy.value);
  const { id } = await request('POST /channels/create', {
    name: draft.name.value.trim(),
    description: draft.description.value.trim(),
    subscribers: [...listSubscribers(draft)],
    ...privacyParams(privacy.value),
    announce: isPublic && announcementChannel() !== undefined && draft.announce.value,
    send_new_subscription_messages: draft.notify.value,
    ...(folder.value > 0 && { folder_id: folder.value }),
    ...(topics.value !== 'inherit' && { topics_policy: topics.value }),
    ...(is_owner &&
      retention.value !== 'realm_default' && {
        message_retention_days: retention.value === 'unlimited' ? 'unlimited' : Number(days.value),
      }),
    ...(is_admin && isPublic && draft.isDefault.value && { is_default_stream: true }),
    ...draft.permissions.value,
  });
  forgetDraft(HERE);
  location.hash = hrefOfChannel(id);
}

function cancel(): void {
  forgetDraft(HERE);
  location.hash = '#channels/all';
}

function NameFields({ draft: { name, description } }: { draft: ChannelDraft }) {
  const realm = store.realm.value;
  return (
    <>
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
    </>
  );
}

/** Picks the first subscribers, if the user can add others. */
function SubscriberFields({ draft }: { draft: ChannelDraft }) {
  const me = store.me.value.id;
  if (!hasRealmPermission('can_add_subscribers_group'))
    return (
      <p class="settings-note">
        {t('You don’t have permission to add people in this organization. They can join on their own.')}
      </p>
    );
  return (
    <>
      <PeopleField
        label={t('People')}
        hint={plural(
          listSubscribers(draft).size,
          'Only you will be in the channel.',
          '{n} people will be in the channel, including you.',
        )}
        value={draft.people}
        fits={({ is_active, user_id }) => is_active && user_id !== me}
      />
      <GroupsField label={t('Groups')} hint={t('Adds everyone who is in these groups now.')} value={draft.groups} />
    </>
  );
}

/** Switches for who learns of the channel, and who gets added later. */
function CreationSwitches({ draft }: { draft: ChannelDraft }) {
  const { announce, notify, isDefault } = draft;
  const isPublic = !isPrivate(draft.privacy.value);
  const announcements = announcementChannel();
  return (
    <>
      {announcements && isPublic && (
        <Switch
          label={t('Announce new channel in {channel}', { channel: channelLabel(announcements.name) })}
          on={announce.value}
          onChange={(on) => (announce.value = on)}
        />
      )}
      {listSubscribers(draft).size > 1 && (
        <Switch
          label={t('Notify people that they were added')}
          on={notify.value}
          onChange={(on) => (notify.value = on)}
        />
      )}
      {store.me.value.is_admin && isPublic && (
        <Switch
          label={t('Add new members automatically')}
          on={isDefault.value}
          onChange={(on) => (isDefault.value = on)}
        />
      )}
    </>
  );
}

/** The collapsed settings: folder, topics, retention and permissions. */
function MoreSettings({ draft }: { draft: ChannelDraft }) {
  const folders = activeFolders(store.folders.value);
  return (
    <details>
      <summary>{t('More settings')}</summary>
      <div>
        {folders.length > 0 && (
          <SelectField
            label={t('Folder')}
            value={draft.folder}
            options={[[0, t('No folder')], ...folders.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        {hasRealmPermission('can_set_topics_policy_group') && (
          <SelectField
            label={t('Topics')}
            value={draft.topics}
            options={topicsPolicies().map(({ value, name }) => [value, name])}
          />
        )}
        {store.me.value.is_owner && <RetentionField draft={draft} />}
        <PermissionFields
          kind="stream"
          questions={permissionsOfChannels()
            .flatMap(({ permissions }) => permissions)
            .filter(({ name }) => canSetPermission(name))}
          value={draft.permissions}
        />
      </div>
    </details>
  );
}

const RetentionField = ({ draft: { retention, days } }: { draft: ChannelDraft }) => (
  <Field label={t('Message retention')}>
    {(id) => (
      <div class="add">
        <select id={id} value={retention.value} onChange={(event) => (retention.value = event.currentTarget.value)}>
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
);

/** The choices for the topics policy of a channel. */
export const topicsPolicies = () =>
  [
    { value: 'inherit', name: t('Organization default') },
    { value: 'allow_empty_topic', name: t('Topic optional') },
    { value: 'disable_empty_topic', name: t('Topic required') },
    { value: 'empty_topic_only', name: t('Only the “{topic}” topic', { topic: topicName('') }) },
  ] as const;
