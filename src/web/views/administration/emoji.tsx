import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TextField } from '../../design/fields.tsx';
import { FileButton } from '../../design/file-button.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Smile, Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request, requestWithFiles } from '../../server/request.ts';
import type { RealmEmoji } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { displayName } from '../../text/names.ts';
import { useGrowingList } from '../growing-list.tsx';
import { ListSection, SearchField } from './list-section.tsx';

const STEP = 100;

/** The organization's custom emoji. */
export function Emoji() {
  const filter = useSignal('');
  const all = Object.values(store.emoji.value).filter(({ deactivated }) => !deactivated);
  const shown = all
    .filter(({ name }) => name.includes(filter.value.trim().toLowerCase()))
    .sort((a, b) => compareNames(a.name, b.name));
  const { shown: most, end } = useGrowingList(shown.length, STEP, filter.value);
  const mayAdd = hasRealmPermission('can_add_custom_emoji_group');
  return (
    <ListSection
      label={t('Emoji')}
      about={t('Upload images to use as emoji. Type their names between colons.')}
      add={mayAdd && { name: t('Add emoji'), form: () => <AddEmoji /> }}
    >
      {all.length === 0 ? (
        <EmptyState icon={Smile} title={t('No custom emoji yet')}>
          <p>
            {mayAdd
              ? t('Upload an image and give it a name.')
              : t('You don’t have permission to add emoji in this organization.')}
          </p>
        </EmptyState>
      ) : (
        <>
          <div class="admin-filters">
            <SearchField label={t('Find an emoji')} placeholder={t('Name')} value={filter} />
            <span class="admin-count" role="status">
              {plural(shown.length, '{n} emoji', '{n} emoji')}
            </span>
          </div>
          <ul class="emoji-cards" aria-label={t('Emoji')}>
            {shown.slice(0, most).map((emoji) => (
              <EmojiCard key={emoji.id} emoji={emoji} />
            ))}
          </ul>
          {end}
        </>
      )}
    </ListSection>
  );
}

function EmojiCard({ emoji: { name, source_url, author_id } }: { emoji: RealmEmoji }) {
  const { id, is_admin } = store.me.value;
  return (
    <li class="emoji-card">
      <img src={source_url} alt="" width={32} height={32} loading="lazy" />
      <span class="line-body">
        <span class="line-name">:{name}:</span>
        {author_id !== null && <span class="line-note">{displayName(author_id)}</span>}
      </span>
      {(is_admin || author_id === id) && (
        <Button
          kind="quiet"
          icon={Trash2}
          label={t('Deactivate {name}', { name })}
          onClick={() =>
            confirm(
              {
                title: t('Deactivate {name}?', { name }),
                action: t('Deactivate'),
                danger: true,
                act: () => request('DELETE /realm/emoji/{emoji_name}', { emoji_name: name }),
              },
              <p>{t('It can no longer be used, but existing messages keep it.')}</p>,
            )
          }
        />
      )}
    </li>
  );
}

/** Derives an emoji name from a file name. */
const nameFrom = (file: string): string =>
  file
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^0-9a-z_-]+/g, '_')
    .replace(/^_+|_+$/g, '');

function AddEmoji() {
  const file = useSignal<File | undefined>(undefined);
  const preview = useSignal('');
  const name = useSignal('');
  useEffect(() => () => URL.revokeObjectURL(preview.peek()), []);
  const choose = (chosen: File) => {
    URL.revokeObjectURL(preview.peek());
    file.value = chosen;
    preview.value = URL.createObjectURL(chosen);
    if (name.peek() === '') name.value = nameFrom(chosen.name);
  };
  return (
    <FormDialog
      title={t('Add emoji')}
      action={t('Add')}
      ready={file.value !== undefined && name.value.trim() !== ''}
      act={() =>
        requestWithFiles('POST /realm/emoji/{emoji_name}', { emoji_name: name.peek().trim().toLowerCase() }, [
          file.peek()!,
        ])
      }
    >
      <div class="emoji-choice">
        <span class="emoji-preview">
          {preview.value ? <img src={preview.value} alt={t('Preview')} /> : <Icon of={Smile} size={32} />}
        </span>
        <FileButton accept="image/*" onFile={choose}>
          {file.value ? t('Choose another image') : t('Choose an image')}
        </FileButton>
      </div>
      <TextField
        name="emoji_name"
        label={t('Name')}
        hint={t('Use lowercase letters, digits, dashes and underscores')}
        value={name}
        maxLength={64}
        autocomplete="off"
      />
    </FormDialog>
  );
}
