import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';

/** Saves a search to the left sidebar, or renames it. `fragment` is the part of its address after #. */
export function saveSearch(fragment: string): void {
  dialog.value = <SaveSearchDialog fragment={fragment} />;
}

function SaveSearchDialog({ fragment }: { fragment: string }) {
  const saved = store.navigationViews.peek().get(fragment);
  const name = useSignal(saved?.name ?? '');
  const act = () => {
    const view = { fragment, is_pinned: true, name: name.peek().trim() };
    return saved ? request('PATCH /navigation_views/{fragment}', view) : request('POST /navigation_views', view);
  };
  return (
    <FormDialog title={t('Save search to the sidebar')} action={t('Save')} ready={name.value.trim() !== ''} act={act}>
      <TextField name="name" label={t('Name')} value={name} maxLength={60} autocomplete="off" />
    </FormDialog>
  );
}
