import { useSignal } from '@preact/signals';
import { FileButton } from '../../design/file-button.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Button } from '../../design/primitives.tsx';
import { SettingRow } from '../../design/settings.tsx';
import type { Saving } from '../../design/use-saving.ts';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request, requestWithFiles } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { readOnlyReason } from './realm-settings.ts';

type Slot = 'icon' | 'logo' | 'night';

/** Uploads and removes an image, and tells how that goes. */
function usePicture(slot: Slot) {
  const state = useSignal<Pick<Saving<unknown>, 'state' | 'wrong'>>({ state: 'still', wrong: '' });
  const upload = async (file: File) => {
    state.value = { state: 'saving', wrong: '' };
    try {
      await (slot === 'icon'
        ? requestWithFiles('POST /realm/icon', {}, [file])
        : requestWithFiles('POST /realm/logo', { night: slot === 'night' }, [file]));
      state.value = { state: 'saved', wrong: '' };
    } catch (error) {
      state.value = { state: 'refused', wrong: errorText(error) };
    }
  };
  const remove = () =>
    slot === 'icon' ? request('DELETE /realm/icon') : request('DELETE /realm/logo', { night: slot === 'night' });
  return { state: state.value, upload, remove };
}

/** The URL of an image, and whether the organization uploaded it instead of using the default. */
function getPicture(slot: Slot): { url: string; isOwn: boolean } {
  const realm = store.realm.value;
  if (slot === 'icon') return { url: realm.realm_icon_url, isOwn: realm.realm_icon_source === 'U' };
  return slot === 'logo'
    ? { url: realm.realm_logo_url, isOwn: realm.realm_logo_source === 'U' }
    : { url: realm.realm_night_logo_url, isOwn: realm.realm_night_logo_source === 'U' };
}

/** One of the organization's images. */
export function PictureRow({ slot, label, hint }: { slot: Slot; label: string; hint: string }) {
  const { state, upload, remove } = usePicture(slot);
  const { url, isOwn } = getPicture(slot);
  const fixed = readOnlyReason('name');
  const most = store.realm.value[slot === 'icon' ? 'max_icon_file_size_mib' : 'max_logo_file_size_mib'];
  const askToRemove = () =>
    confirm(
      { title: t('Remove {name}?', { name: label }), action: t('Remove'), danger: true, act: remove },
      <p>{t('The image will be permanently deleted and replaced by the default.')}</p>,
    );
  return (
    <SettingRow
      label={label}
      hint={fixed ? hint : `${hint} ${t('Maximum size: {most} MB', { most })}`}
      fixed={fixed}
      about={state}
    >
      {(id, describedBy) => (
        <>
          <span class={`realm-picture realm-picture-${slot}`}>
            <img src={url} alt={isOwn ? label : t('{label}: default', { label })} />
          </span>
          {!fixed && (
            <FileButton id={id} describedBy={describedBy} accept="image/*" onFile={upload}>
              {isOwn ? t('Replace') : t('Upload')}
            </FileButton>
          )}
          {!fixed && isOwn && (
            <Button kind="quiet" onClick={askToRemove} aria-label={t('Remove {name}', { name: label })}>
              {t('Remove')}
            </Button>
          )}
        </>
      )}
    </SettingRow>
  );
}
