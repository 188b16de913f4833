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

/** One of the organization's images. */
export function PictureRow({
  label,
  hint,
  url,
  isOwn,
  fixed,
  slot,
}: {
  label: string;
  hint: string;
  url: string;
  /** Whether the organization uploaded its own image instead of using the default. */
  isOwn: boolean;
  fixed: string | undefined;
  slot: 'icon' | 'logo' | 'night';
}) {
  const state = useSignal<Pick<Saving<unknown>, 'state' | 'wrong'>>({ state: 'still', wrong: '' });
  const run = async (action: () => Promise<unknown>) => {
    state.value = { state: 'saving', wrong: '' };
    try {
      await action();
      state.value = { state: 'saved', wrong: '' };
    } catch (error) {
      state.value = { state: 'refused', wrong: errorText(error) };
    }
  };
  const night = slot === 'night';
  const upload = (file: File) =>
    run(() =>
      slot === 'icon'
        ? requestWithFiles('POST /realm/icon', {}, [file])
        : requestWithFiles('POST /realm/logo', { night }, [file]),
    );
  const remove = () =>
    confirm(
      {
        title: t('Remove {name}?', { name: label }),
        action: t('Remove'),
        danger: true,
        act: () => (slot === 'icon' ? request('DELETE /realm/icon') : request('DELETE /realm/logo', { night })),
      },
      <p>{t('The image will be permanently deleted and replaced by the default.')}</p>,
    );
  const most = store.realm.value[slot === 'icon' ? 'max_icon_file_size_mib' : 'max_logo_file_size_mib'];
  return (
    <SettingRow
      label={label}
      hint={fixed ? hint : `${hint} ${t('Maximum size: {most} MB', { most })}`}
      fixed={fixed}
      about={state.value}
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
            <Button kind="quiet" onClick={remove} aria-label={t('Remove {name}', { name: label })}>
              {t('Remove')}
            </Button>
          )}
        </>
      )}
    </SettingRow>
  );
}
