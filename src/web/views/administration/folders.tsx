import { useSignal } from '@preact/signals';
import { Switch } from '../../design/field.tsx';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { RefreshCw } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { Archive, Folder } from '../../design/more-icons.ts';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ChannelFolder } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { EditButton, ListSection } from './list-section.tsx';
import { SortableList } from './sortable-list.tsx';

/** Channel folders, which group channels in everyone's sidebar. */
export function Folders() {
  const withArchived = useSignal(false);
  const all = [...store.folders.value.values()].sort((a, b) => a.order - b.order);
  const archived = all.filter(({ is_archived }) => is_archived);
  const shown = withArchived.value ? all : all.filter(({ is_archived }) => !is_archived);
  const { is_admin } = store.me.value;
  return (
    <ListSection
      label={t('Channel folders')}
      about={t('Folders group the channels in everyone’s sidebar. Choose a channel’s folder in its settings.')}
      add={is_admin && { name: t('Create folder'), form: () => <FolderForm /> }}
    >
      {shown.length === 0 ? (
        <EmptyState icon={Folder} title={t('No folders')} />
      ) : (
        <SortableList
          label={t('Channel folders')}
          items={shown}
          getName={({ name }) => name}
          order={
            is_admin
              ? // The order covers all folders. Hidden archived folders go to the end.
                (ids) =>
                  request('PATCH /channel_folders', {
                    order: [...ids, ...all.map(({ id }) => id).filter((id) => !ids.includes(id))],
                  })
              : undefined
          }
          render={(folder) => <FolderLine folder={folder} editable={is_admin} />}
        />
      )}
      {archived.length > 0 && (
        <Switch
          label={plural(archived.length, 'Show {n} archived folder', 'Show {n} archived folders')}
          on={withArchived.value}
          onChange={(on) => (withArchived.value = on)}
        />
      )}
    </ListSection>
  );
}

const archive = (id: number, is_archived: boolean): void =>
  void request('PATCH /channel_folders/{channel_folder_id}', { channel_folder_id: id, is_archived }).catch((error) =>
    toast(errorText(error), true),
  );

function FolderLine({ folder, editable }: { folder: ChannelFolder; editable: boolean }) {
  const { id, name, description, is_archived } = folder;
  const count = [...store.channels.value.values()].filter(
    (channel) => channel.folder_id === id && !channel.is_archived,
  ).length;
  return (
    <>
      <span class="line-body">
        <span class="line-name">
          <span dir="auto">{name}</span>
          {is_archived && <span class="tag">{t('archived')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {[plural(count, '{n} channel', '{n} channels'), description].filter(Boolean).join(' · ')}
        </span>
      </span>
      {editable && (
        <>
          <EditButton name={name} form={() => <FolderForm folder={folder} />} />
          <Button
            kind="quiet"
            icon={is_archived ? RefreshCw : Archive}
            label={is_archived ? t('Unarchive {name}', { name }) : t('Archive {name}', { name })}
            onClick={() => archive(id, !is_archived)}
          />
        </>
      )}
    </>
  );
}

function FolderForm({ folder }: { folder?: ChannelFolder }) {
  const name = useSignal(folder?.name ?? '');
  const description = useSignal(folder?.description ?? '');
  const save = () => {
    const draft = { name: name.peek().trim(), description: description.peek().trim() };
    return folder
      ? request('PATCH /channel_folders/{channel_folder_id}', { channel_folder_id: folder.id, ...draft })
      : request('POST /channel_folders/create', draft);
  };
  return (
    <FormDialog
      title={folder ? t('Edit folder') : t('Create folder')}
      action={folder ? t('Save') : t('Create folder')}
      ready={name.value.trim() !== ''}
      act={save}
    >
      <TextField name="name" label={t('Name')} value={name} maxLength={100} />
      <TextField label={t('Description')} value={description} maxLength={1024} />
    </FormDialog>
  );
}
